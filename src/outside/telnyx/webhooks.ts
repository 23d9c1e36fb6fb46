import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import type { TelnyxConfig } from '../../app/config/telnyx';
import {
  type Delivery,
  type GatewayReport,
  type InboundText,
  MALFORMED,
  type Refusal,
  stateIn,
  toOptOut,
  toReportDelivery,
  toTextDelivery,
  UNSIGNED,
  type Webhook,
  type WebhookRequest,
} from '../../app/gateway';
import { parseJson } from './json';

export const PATH = '/api/webhooks/telnyx';

/** Age in milliseconds up to which a signature is accepted, so that a recorded request cannot be replayed. */
const SIGNATURE_LIFE_MS = 5 * 60_000;

/** Telnyx expects an answer within two seconds. */
export const telnyxWebhook = (config: TelnyxConfig, phoneNumber: string, now: () => number): Webhook => ({
  path: PATH,
  read(request) {
    if (!isSigned(config, request, now())) return UNSIGNED;
    return readEvent(config, phoneNumber, request);
  },
});

/** An event of another kind is accepted without effect, so that Telnyx does not repeat it. */
function readEvent(
  config: TelnyxConfig,
  phoneNumber: string,
  { url, body }: WebhookRequest,
): Delivery | Refusal {
  const read = event.safeParse(parseJson(body));
  if (!read.success) return MALFORMED;
  const { event_type: type, payload } = read.data.data;
  const isReport = type === 'message.sent' || type === 'message.finalized';
  if (type !== 'message.received' && !isReport) return {};
  const { data } = message.safeParse(payload);
  if (!data) return MALFORMED;
  return isReport
    ? toReportDelivery(url, toReport(config, data))
    : toTextDelivery(toInbound(phoneNumber, data));
}

/** Returns whether the headers of a webhook have a valid Ed25519 signature of `timestamp|body`. */
export function isSigned(
  { publicKey }: TelnyxConfig,
  { headers, body }: Pick<WebhookRequest, 'headers' | 'body'>,
  now: number,
) {
  const signature = headers.get('telnyx-signature-ed25519') ?? '';
  const timestamp = headers.get('telnyx-timestamp') ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp) * 1000) > SIGNATURE_LIFE_MS) return false;
  const signed = Buffer.from(`${timestamp}|${body}`);
  return verify(null, signed, toKey(publicKey), Buffer.from(signature, 'base64'));
}

const toKey = (base64: string) =>
  createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base64, 'base64').toString('base64url') },
  });

const event = z.object({ data: z.object({ event_type: z.string(), payload: z.unknown() }) });

const text = z.string().optional();
const number = z.union([z.string(), z.number()]).optional();
const message = z.object({
  id: text,
  direction: text,
  from: z.object({ phone_number: text }).optional(),
  to: z.array(z.object({ phone_number: text, status: text })).optional(),
  text: text.nullish(),
  subject: text.nullish(), // of an MMS
  media: z.array(z.object({ url: text, content_type: text })).optional(),
  cost: z.object({ amount: number, currency: text }).optional(),
  errors: z.array(z.object({ code: number })).optional(),
  autoresponse_type: text,
});
export type TelnyxMessage = z.output<typeof message>;

export function toInbound(phoneNumber: string, message: TelnyxMessage): InboundText | null {
  const { id: sid, from: { phone_number: from } = {}, to = [], subject, text, media = [] } = message;
  if (!sid || !from || message.direction !== 'inbound') return null;
  if (!to.some(({ phone_number: number }) => number === phoneNumber)) return null;
  return {
    sid,
    from,
    body: [subject, text].filter((part) => part?.trim()).join('\n'),
    media: media.flatMap(({ url, content_type: type }) =>
      // the layout of an MMS is no file that a person sent
      url && type !== 'application/smil' ? { url, type: type ?? 'application/octet-stream' } : [],
    ),
    optOut: toOptOut(message.autoresponse_type),
  };
}

export function toReport(config: TelnyxConfig, message: TelnyxMessage): GatewayReport | null {
  const { id: sid, to: [recipient] = [], cost } = message;
  const state = stateIn(STATES, recipient?.status);
  if (!sid || !state || message.from?.phone_number !== config.from) return null;
  return {
    sid,
    to: recipient?.phone_number ?? null,
    state,
    errorCode: Number(message.errors?.[0]?.code) || null,
    price: toPrice(cost?.amount, cost?.currency),
  };
}

const STATES = {
  // delivery_unconfirmed is final, but the carrier does not say whether the text arrived
  sent: ['queued', 'sending', 'sent', 'delivery_unconfirmed'],
  delivered: ['delivered', 'webhook_delivered'],
  failed: ['sending_failed', 'delivery_failed', 'expired'],
};

/** Returns null if the cost is missing or 0, because Telnyx does not know it yet. */
export const toPrice = (amount: string | number | undefined, currency = 'USD') =>
  Number(amount) > 0 ? `-${amount} ${currency}` : null;
