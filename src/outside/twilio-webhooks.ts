import { validateRequest } from 'twilio/lib/webhooks/webhooks';
import { toE164 } from '../phone';
import type { GatewayReport, InboundText } from './gateway';
import type { TwilioConfig } from './twilio-client';

/** More photos than a text can carry. */
export const MEDIA_LIST_MAX = 10;

/** Twilio's X-Twilio-Signature over the address it called and the form it sent. */
export const isSigned = (
  config: TwilioConfig,
  signature: string | null,
  url: string,
  form: Record<string, string[]>,
) => signature !== null && validateRequest(config.authToken, signature, url, form);

/** Whether a text to our account is for us: other numbers and services of the same account are not ours to read. */
export const isForUs = (
  { from }: TwilioConfig,
  phoneNumber: string,
  { to, service }: { to?: string; service?: string | null },
) => to === phoneNumber || to === from || service === from;

/** The webhook's form as a text. Null when it is not for our account and number, or names no message. */
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

/** The form of a status callback. Null when it is not for our account, or says nothing that we keep. */
export function toReport(config: TwilioConfig, form: Record<string, string>): GatewayReport | null {
  const { MessageSid: sid, AccountSid: account, To, MessageStatus = '', ErrorCode } = form;
  const state = stateOf(MessageStatus);
  if (!sid || account !== config.accountSid || !state) return null;
  return { sid, to: To ? toE164(To, 'US') : null, state, errorCode: Number(ErrorCode) || null, price: null };
}

/** Twilio's words for how far a text is on its way out. What is scheduled or cancelled we never ask for. */
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
