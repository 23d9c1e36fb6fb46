import { createHash } from 'node:crypto';
import type { CountryCode } from 'libphonenumber-js/max';
import { z } from 'zod';
import type { SmsgateConfig } from '../../app/config/smsgate';
import type { DeliveredReport, InboundText } from '../../app/gateway';
import { toE164 } from '../../app/phone';
import { parseJson } from '../lenient';
import { codeOf } from './errors';
import { outboxIdOf } from './ids';

export const WEBHOOK_PATH = '/api/webhooks/smsgate';

const MEDIA_LIST_MAX = 10;
/** Shorter numbers are short codes, which nobody can sign in with. */
const NATIONAL_MIN = 7;
// The app may send a text twice: once from the broadcast of Android, with the time of the network, and once
// from the list of texts, with the time of the phone. The time of the phone is later if the phone was
// switched off, and may be earlier because clocks differ.
const PHONE_LATER_MS = 24 * 3_600_000;
const PHONE_EARLIER_MS = 10 * 60_000;

const sim = z.number().nullish();
const received = {
  sender: z.string().nullish(),
  phoneNumber: z.string().nullish(), // the sender in releases before 2026
  recipient: z.string().nullish(),
  simNumber: sim,
  receivedAt: z.iso.datetime({ offset: true }),
};
const sent = { messageId: z.string(), recipient: z.string().nullish(), phoneNumber: z.string().nullish() };

/** The webhooks that we read (docs.sms-gate.app, Webhooks). */
const event = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('sms:received'),
    deviceId: z.string(),
    payload: z.object({ message: z.string(), ...received }),
  }),
  z.object({
    event: z.literal('mms:downloaded'),
    deviceId: z.string(),
    payload: z.object({
      body: z.string().nullish(),
      subject: z.string().nullish(),
      attachments: z.array(
        z.object({ contentType: z.string(), size: z.number().nullish(), data: z.string().nullish() }),
      ),
      ...received,
    }),
  }),
  z.object({ event: z.literal('sms:sent'), payload: z.object(sent) }),
  z.object({ event: z.literal('sms:delivered'), payload: z.object(sent) }),
  z.object({ event: z.literal('sms:failed'), payload: z.object({ ...sent, reason: z.string().nullish() }) }),
]);
export type SmsgateEvent = z.output<typeof event>;
type Received = Extract<SmsgateEvent, { event: 'sms:received' | 'mms:downloaded' }>;

/** `system:ping` shows only that the phone is reachable. */
export const EVENTS = [
  'sms:received',
  'mms:downloaded',
  'sms:sent',
  'sms:delivered',
  'sms:failed',
  'system:ping',
] as const;

export const readEvent = (body: string): SmsgateEvent | null => event.safeParse(parseJson(body)).data ?? null;

/** Other events are accepted without effect, so that the phone does not repeat them. */
export const isMalformed = (body: string): boolean => {
  const named = z.object({ event: z.string() }).safeParse(parseJson(body)).data;
  return !named || event.options.some(({ shape }) => shape.event.value === named.event);
};

const listed = z.array(
  z.object({
    id: z.string(),
    type: z.string(),
    sender: z.string(),
    recipient: z.string().nullish(),
    simNumber: sim,
    contentPreview: z.string(),
    createdAt: z.iso.datetime({ offset: true }),
    attachments: z
      .array(z.object({ partId: z.number(), size: z.number(), contentType: z.string() }))
      .nullish(),
  }),
);

/** A text of `GET /inbox`, as the webhook would have brought it, but without the bytes of its files. */
export type Listed = {
  event: Received;
  receivedAt: string;
  files: { path: string; type: string }[];
};

export const toListed = (data: unknown): Listed[] =>
  (listed.safeParse(data).data ?? []).flatMap(
    ({ id, type, contentPreview, createdAt, attachments, ...from }) => {
      const received = { ...from, receivedAt: createdAt };
      const deviceId = '';
      if (type === 'SMS')
        return {
          event: { event: 'sms:received', deviceId, payload: { message: contentPreview, ...received } },
          receivedAt: createdAt,
          files: [],
        };
      if (type !== 'MMS_DOWNLOADED') return [];
      const parts = attachments ?? [];
      const body = contentPreview === NO_WORDS ? '' : contentPreview;
      return {
        event: { event: 'mms:downloaded', deviceId, payload: { body, attachments: parts, ...received } },
        receivedAt: createdAt,
        files: parts.map(({ partId, contentType: type }) => ({
          path: `/inbox/${encodeURIComponent(id)}/attachments/${partId}`,
          type,
        })),
      };
    },
  );

/** What the app lists in place of the words of an MMS without any. */
const NO_WORDS = 'MMS content';

export function toInbound(
  read: SmsgateEvent,
  { sim }: Pick<SmsgateConfig, 'sim'>,
  { phoneNumber, country }: { phoneNumber: string; country: CountryCode },
): InboundText | null {
  if (read.event !== 'sms:received' && read.event !== 'mms:downloaded') return null;
  const { payload, deviceId } = read;
  if (!isToUs(payload, sim, phoneNumber, country)) return null;
  const sender = payload.sender ?? payload.phoneNumber ?? '';
  const at = Date.parse(payload.receivedAt);
  const body = bodyOf(read);
  const media = 'attachments' in payload ? payload.attachments.slice(0, MEDIA_LIST_MAX).map(toMedia) : [];
  return {
    from: toInternational(sender, country),
    body,
    media,
    at,
    ...identify([deviceId, sender, body, ...filesOf(read)], at),
  };
}

// Returns an id made of the device, sender, time and content of a text, because SMSGate may use its own ids
// again.
function identify(content: string[], at: number): Pick<InboundText, 'sid' | 'alike'> {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 40);
  const idAt = (clock: string, time: number) => `smsgate:${hash}:${clock}:${String(time).padStart(15, '0')}`;
  // the time by the network is in whole seconds, the time by the phone in milliseconds
  return at % 1000 === 0
    ? {
        sid: idAt('network', at),
        alike: [idAt('phone', at - PHONE_EARLIER_MS), idAt('phone', at + PHONE_LATER_MS)],
      }
    : {
        sid: idAt('phone', at),
        alike: [idAt('network', at - PHONE_LATER_MS), idAt('network', at + PHONE_EARLIER_MS)],
      };
}

/** Some phones tell neither the SIM nor its number. A text from such a phone counts as ours. */
function isToUs(
  { simNumber, recipient }: Received['payload'],
  sim: number | null,
  phoneNumber: string,
  country: CountryCode,
): boolean {
  if (sim !== null && simNumber) return simNumber === sim;
  const to = recipient ? toE164(recipient, country) : null;
  return sim === null || to === null || to === phoneNumber;
}

const bodyOf = ({ payload }: Received): string =>
  'message' in payload
    ? payload.message
    : [payload.subject, payload.body].filter((part) => part?.trim()).join('\n');

const filesOf = ({ payload }: Received): string[] =>
  'attachments' in payload
    ? payload.attachments.map(({ contentType, size }) => `${contentType} ${size}`)
    : [];

const toMedia = ({ contentType, data }: { contentType: string; data?: string | null }) =>
  data ? { base64: data, type: contentType } : { url: MISSING_FILE, type: contentType };

export const MISSING_FILE = 'smsgate:missing';

/** A phone may show a number of its own country without the country code. */
function toInternational(sender: string, country: CountryCode): string {
  const isNumber = /^[\d\s().-]+$/.test(sender) && sender.replace(/\D/g, '').length >= NATIONAL_MIN;
  return (isNumber && toE164(sender, country)) || sender;
}

export function toReport(read: SmsgateEvent, country: CountryCode): DeliveredReport | null {
  if (read.event === 'sms:received' || read.event === 'mms:downloaded') return null;
  const { messageId, recipient, phoneNumber } = read.payload;
  const id = outboxIdOf(messageId);
  if (id === null) return null;
  const to = recipient ?? phoneNumber;
  const state = read.event === 'sms:sent' ? 'sent' : read.event === 'sms:delivered' ? 'delivered' : 'failed';
  const { reason } = read.event === 'sms:failed' ? read.payload : {};
  return {
    id,
    sid: messageId,
    to: to ? toE164(to, country) : null,
    state,
    errorCode: codeOf(reason),
    ...(reason && { reason }),
    price: null,
  };
}
