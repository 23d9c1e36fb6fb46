export type StoredFile = { name: string; type: string; bytes: Uint8Array };

export type StoredMessage = {
  id: string;
  direction: 'inbound' | 'outbound';
  from: string;
  to: string;
  text: string;
  status: string;
  errorCode: string | null;
  cost: string | null;
  webhookUrl: string | null;
  createdAt: Date;
  media: StoredFile[];
  autoresponse: string | null;
};

export type Portal = {
  credit: string;
  numbers: { id: string; phoneNumber: string; status: string; profile: string | null }[];
  profiles: {
    id: string;
    name: string;
    enabled: boolean;
    webhook_url: string | null;
    webhook_api_version: string;
  }[];
};

const PROFILE_ID = '4000eba1-a0c0-4563-9925-b25e842a7cb6';

export const newPortal = (phoneNumber: string): Portal => ({
  credit: '25.50',
  numbers: [{ id: '1293384261075731499', phoneNumber, status: 'active', profile: PROFILE_ID }],
  profiles: [{ id: PROFILE_ID, name: 'Ours', enabled: true, webhook_url: null, webhook_api_version: '2' }],
});

/**
 * Returns a text in the form that webhooks and GET /v2/messages/{id} contain (developers.telnyx.com,
 * "Receiving webhooks").
 */
export function messageResource(message: StoredMessage, origin: string) {
  return {
    record_type: 'message',
    direction: message.direction,
    id: message.id,
    type: message.media.length > 0 ? 'MMS' : 'SMS',
    messaging_profile_id: PROFILE_ID,
    from: { phone_number: message.from },
    to: [{ phone_number: message.to, status: message.status }],
    text: message.text,
    media: message.media.map(({ name, type, bytes }) => ({
      url: `${origin}/files/${name}`,
      content_type: type,
      size: bytes.length,
    })),
    webhook_url: message.webhookUrl,
    cost: message.cost === null ? null : { amount: message.cost, currency: 'USD' },
    errors: message.errorCode === null ? [] : [{ code: message.errorCode, title: 'Error' }],
    ...(message.direction === 'inbound' && { autoresponse_type: message.autoresponse }),
  };
}

const RECORDED: Record<string, string> = {
  delivered: 'delivered',
  webhook_delivered: 'received',
  delivery_unconfirmed: 'dlr_unconfirmed',
  sending_failed: 'gw_reject',
  delivery_failed: 'failed',
};

/** Returns the detail record of a text (developers.telnyx.com, "Search detail records"). */
export const detailRecord = (message: StoredMessage) => ({
  record_type: 'message_detail_record',
  uuid: message.id,
  direction: message.direction,
  cli: message.from,
  cld: message.to,
  created_at: message.createdAt.toISOString(),
  status: RECORDED[message.status] ?? 'sent',
  errors: message.errorCode === null ? [] : [message.errorCode],
  cost: message.cost ?? '0',
  currency: 'USD',
  delivery_status_webhook_url: message.webhookUrl ?? '',
});

/** Telnyx requires `filter[record_type]` and compares only the days of `created_at`. */
export function recordPage(messages: StoredMessage[], query: URLSearchParams) {
  const since = query.get('filter[created_at][gte]');
  const found = messages
    .map(detailRecord)
    .filter(
      (record) =>
        (['direction', 'cli', 'cld'] as const).every((name) => {
          const wanted = query.get(`filter[${name}]`);
          return wanted === null || wanted === record[name];
        }) &&
        (since === null || record.created_at.slice(0, 10) >= since),
    )
    .sort((a, b) => a.created_at.localeCompare(b.created_at));
  if (query.get('sort') === '-created_at') found.reverse();
  const size = Math.min(Number(query.get('page[size]') ?? 20), 50);
  const number = Number(query.get('page[number]') ?? 1);
  return { data: found.slice((number - 1) * size, number * size) };
}
