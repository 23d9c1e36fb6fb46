import { createHash, createHmac, randomBytes } from 'node:crypto';

export type SentText = {
  id: string;
  to: string;
  body: string;
  simNumber: number | null;
  priority: number;
  withDeliveryReport: boolean;
  state: 'Pending' | 'Processed' | 'Sent' | 'Delivered' | 'Failed';
  error: string | null;
  createdAt: Date;
};

export type Attachment = { name?: string; contentType: string; bytes: Uint8Array | null };

export type InboxText = {
  sender: string;
  body: string;
  attachments: Attachment[];
  sentAt: Date;
  arrivedAt: Date;
  simNumber: number | null;
  recipient: string | null;
  row: number;
};

export type Event = { event: string; payload: Record<string, unknown> };

export const nanoid = () => randomBytes(16).toString('base64url').slice(0, 21);

export const localTime = (time: Date) =>
  new Date(time.getTime() + 7 * 3_600_000).toISOString().replace('Z', '+07:00');

export function receivedEvent(text: InboxText, at: Date): Event {
  const common = {
    sender: text.sender,
    recipient: text.recipient,
    phoneNumber: text.sender,
    simNumber: text.simNumber,
    receivedAt: localTime(at),
  };
  if (text.attachments.length === 0) {
    const content = `${text.sender}${at.getTime()}${text.body}`;
    const messageId = createHash('md5').update(content).digest('hex').slice(0, 8);
    return { event: 'sms:received', payload: { messageId, message: text.body, ...common } };
  }
  return {
    event: 'mms:downloaded',
    payload: {
      messageId: String(text.row),
      body: text.body || null,
      attachments: text.attachments.map(({ name, contentType, bytes }) => ({
        contentType,
        name: name ?? null,
        size: bytes?.length ?? 0,
        data: bytes ? Buffer.from(bytes).toString('base64') : null,
      })),
      ...common,
    },
  };
}

export function stateEvent({ id, to, simNumber, state, error }: SentText, number: string, now: Date): Event {
  const common = { messageId: id, sender: number, recipient: to, phoneNumber: to, simNumber };
  const at = localTime(now);
  if (state === 'Delivered') return { event: 'sms:delivered', payload: { ...common, deliveredAt: at } };
  if (state === 'Failed')
    return { event: 'sms:failed', payload: { ...common, reason: error ?? 'Unknown', failedAt: at } };
  return { event: 'sms:sent', payload: { ...common, partsCount: 1, sentAt: at } };
}

/** HMAC-SHA256 over the body and the time, in hexadecimal. */
export const sign = (key: string, body: string, timestamp: string) =>
  createHmac('sha256', key)
    .update(body + timestamp)
    .digest('hex');
