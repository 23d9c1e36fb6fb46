import { validateRequest } from 'twilio/lib/webhooks/webhooks';
import { toE164 } from '../phone';
import type { GatewayReport, InboundText } from './gateway';
import type { TwilioConfig } from './twilio-client';

/** Most files of one text, which is also Twilio's limit. */
export const MEDIA_LIST_MAX = 10;

/** Checks the header X-Twilio-Signature against the address that Twilio called and the form that it sent. */
export const isSigned = (
  config: TwilioConfig,
  signature: string | null,
  url: string,
  form: Record<string, string[]>,
) => signature !== null && validateRequest(config.authToken, signature, url, form);

/** Returns false for a text to another number or service of the same account: it is not ours to read. */
export const isForUs = (
  { from }: TwilioConfig,
  phoneNumber: string,
  { to, service }: { to?: string; service?: string | null },
) => to === phoneNumber || to === from || service === from;

/** Reads the form of an incoming text. Returns null if the text is for another account or number, or has no id. */
export function toInbound(
  config: TwilioConfig,
  phoneNumber: string,
  form: Record<string, string>,
): InboundText | null {
  const { MessageSid: sid, AccountSid: account, From: from, To: to, Body: body = '', OptOutType } = form;
  if (!sid || !from || account !== config.accountSid) return null;
  if (!isForUs(config, phoneNumber, { to, service: form.MessagingServiceSid })) return null;
  const count = Math.min(Number(form.NumMedia) || 0, MEDIA_LIST_MAX);
  const media = Array.from({ length: count }, (_, i) => ({
    url: form[`MediaUrl${i}`] ?? '',
    type: form[`MediaContentType${i}`] ?? 'application/octet-stream',
  }));
  return { sid, from, body, media: media.filter(({ url }) => url), optOut: OPT_OUT.get(OptOutType ?? '') };
}

const OPT_OUT = new Map<string, InboundText['optOut']>([
  ['STOP', 'stop'],
  ['START', 'start'],
  ['HELP', 'help'],
]);

/** Reads the form of a status callback. Returns null if it is for another account or has a state that we do not keep. */
export function toReport(config: TwilioConfig, form: Record<string, string>): GatewayReport | null {
  const { MessageSid: sid, AccountSid: account, To, MessageStatus = '', ErrorCode } = form;
  const state = stateOf(MessageStatus);
  if (!sid || account !== config.accountSid || !state) return null;
  return { sid, to: To ? toE164(To, 'US') : null, state, errorCode: Number(ErrorCode) || null, price: null };
}

/**
 * Twilio's states of an outgoing text. `scheduled` and `canceled` are missing, because we schedule no texts.
 */
const STATES = new Map<string, GatewayReport['state']>([
  ['accepted', 'sent'],
  ['queued', 'sent'],
  ['sending', 'sent'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['partially_delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
]);

export const stateOf = (status: string): GatewayReport['state'] | undefined => STATES.get(status);
