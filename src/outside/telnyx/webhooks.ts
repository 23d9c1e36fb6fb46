import { createPublicKey, verify } from 'node:crypto';
import type { TelnyxConfig } from '../../app/config/telnyx';
import {
  type Delivery,
  type GatewayReport,
  type InboundText,
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
  const { event_type: type, payload = {} } = parseJson<TelnyxEvent>(body)?.data ?? {};
  if (type === 'message.received') return toTextDelivery(toInbound(phoneNumber, payload));
  if (type !== 'message.sent' && type !== 'message.finalized') return {};
  return toReportDelivery(url, toReport(config, payload));
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

type TelnyxEvent = { data?: { event_type?: string; payload?: TelnyxMessage } };

/** Every field may be missing. */
export type TelnyxMessage = {
  id?: string;
  direction?: string;
  from?: { phone_number?: string };
  to?: { phone_number?: string; status?: string }[];
  text?: string;
  media?: { url?: string; content_type?: string }[];
  cost?: { amount?: string | number; currency?: string };
  errors?: { code?: string | number }[];
  autoresponse_type?: string;
};

export function toInbound(phoneNumber: string, message: TelnyxMessage): InboundText | null {
  const { id: sid, from: { phone_number: from } = {}, to = [], text = '', media = [] } = message;
  if (!sid || !from || message.direction !== 'inbound') return null;
  if (!to.some(({ phone_number: number }) => number === phoneNumber)) return null;
  return {
    sid,
    from,
    body: text,
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
