import { type InboxText, localTime, type SentText } from './smsgate-phone';

export type Hook = { id: string; url: string; event: string; deviceId: string | null; source?: string };

const EVENTS = [
  'sms:received sms:batch:received sms:sent sms:delivered sms:failed sms:data-received sms:cancelled',
  'system:ping mms:received mms:downloaded app:started',
].flatMap((names) => names.split(' '));

export function refusalOfHook({ url = '', event = '' }: Partial<Hook>): string | null {
  const address = URL.parse(url);
  const loopback = address?.protocol === 'http:' && address.hostname === '127.0.0.1';
  if (address?.protocol !== 'https:' && !loopback) return 'url must start with https:// or http://127.0.0.1';
  return EVENTS.includes(event) ? null : 'Unsupported event';
}

export type Outgoing = {
  id?: string;
  textMessage?: { text?: string };
  phoneNumbers?: string[];
  simNumber?: number | null;
  priority?: number;
  ttl?: number;
  withDeliveryReport?: boolean;
};

export function refusalOfText(
  { textMessage, phoneNumbers: [to] = [], simNumber = null, priority = 0, ttl }: Outgoing,
  { skipPhoneValidation }: { skipPhoneValidation: boolean },
): string | null {
  if (!textMessage?.text) return 'Text message is empty';
  if (!to) return 'phoneNumbers is empty';
  if (!/^\+[1-9]\d{6,14}$/.test(to) && !skipPhoneValidation) return `failed to parse phone: ${to}`;
  if (priority < -128 || priority > 127) return 'priority is out of range';
  if (simNumber !== null && simNumber < 1) return 'simNumber must be >= 1';
  return ttl !== undefined && ttl < 5 ? 'ttl must be at least 5' : null;
}

export const stateOf = ({ id, to, state, error }: SentText, deviceId: string) => ({
  id,
  deviceId,
  state,
  recipients: [{ phoneNumber: to, state, error }],
});

export function pageOf(sent: SentText[], { searchParams }: URL): SentText[] {
  const limit = Number(searchParams.get('limit') ?? 50);
  const offset = Number(searchParams.get('offset') ?? 0);
  const from = Date.parse(searchParams.get('from') ?? '') || 0;
  return sent
    .filter(({ createdAt }) => createdAt.getTime() >= from)
    .reverse()
    .slice(offset, offset + limit);
}

/** As `InboxRoutes.kt` of the app lists what it has processed. */
export const listOf = (processed: Iterable<InboxText>, { searchParams }: URL) =>
  [...processed]
    .filter(({ sentAt }) => sentAt.getTime() >= Date.parse(searchParams.get('from') ?? ''))
    .reverse()
    .slice(Number(searchParams.get('offset') ?? 0))
    .slice(0, Number(searchParams.get('limit') ?? 50))
    .map(({ row, sender, recipient, simNumber, body, sentAt, attachments }) => ({
      id: String(row),
      type: attachments.length > 0 ? 'MMS_DOWNLOADED' : 'SMS',
      ...{ sender, recipient, simNumber, createdAt: localTime(sentAt) },
      contentPreview: body || 'MMS content',
      attachments: attachments.map(({ contentType, bytes }, partId) => ({
        ...{ partId, contentType, name: 'part', size: bytes?.length ?? 0 },
      })),
    }));

const check = (observedValue: number, status = 'pass') => ({ observedValue, status });
const health = (version: string, checks: object) => ({ status: 'pass', version, checks });

export const healthOfServer = () => health('v1.30.0', { 'db:ping': check(0) });

export const healthOfPhone = ({ battery, charging }: { battery: number; charging: boolean }) =>
  health('1.58.0', {
    'messages:failed': check(0),
    'connection:status': check(1),
    'battery:level': check(battery, battery < 25 ? 'warn' : 'pass'),
    'battery:charging': check(charging ? 5 : 0),
  });
