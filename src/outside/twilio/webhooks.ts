import { validateRequest } from 'twilio/lib/webhooks/webhooks';
import { id } from '../../contract/text';
import { toE164 } from '../../phone';
import {
  type GatewayReport,
  type InboundText,
  UNSIGNED,
  type Webhook,
  type WebhookRequest,
} from '../gateway';
import type { TwilioConfig } from './config';

/** Maximum number of files of one text. Twilio has the same limit. */
export const MEDIA_LIST_MAX = 10;

export const TEXT_PATH = '/api/webhooks/twilio/sms';
export const REPORT_PATH = '/api/webhooks/twilio/status';

/** Returns the webhooks for incoming texts and for reports on the texts that we sent. */
export const twilioWebhooks = (config: TwilioConfig, phoneNumber: string): Webhook[] => [
  {
    path: TEXT_PATH,
    read(request) {
      const form = readSigned(config, request);
      if (!form) return UNSIGNED;
      const text = toInbound(config, phoneNumber, form);
      return text ? { texts: [text] } : { refused: 'This text is not for this account.' };
    },
    // empty TwiML, because replies go through the outbox
    answer: {
      body: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
      type: 'text/xml; charset=utf-8',
    },
  },
  {
    path: REPORT_PATH,
    read(request) {
      const form = readSigned(config, request);
      if (!form) return UNSIGNED;
      const report = toReport(config, form);
      const text = id.safeParse(new URL(request.url).searchParams.get('text'));
      return { reports: report && text.success ? [{ ...report, id: text.data }] : [] };
    },
  },
];

/** Returns the form of a request, or null if its signature is missing or wrong. */
function readSigned(config: TwilioConfig, { url, headers, body }: WebhookRequest) {
  const sent = new URLSearchParams(body);
  // Twilio signs every value of a name that occurs more than once
  const signed = Object.fromEntries([...new Set(sent.keys())].map((name) => [name, sent.getAll(name)]));
  const isOurs = isSigned(config, headers.get('x-twilio-signature'), url, signed);
  return isOurs ? Object.fromEntries(sent) : null;
}

/**
 * Returns whether the header X-Twilio-Signature fits the URL that Twilio requested and the form that it sent.
 */
export const isSigned = (
  config: TwilioConfig,
  signature: string | null,
  url: string,
  form: Record<string, string[]>,
) => signature !== null && validateRequest(config.authToken, signature, url, form);

/**
 * Returns whether a text is for our number or messaging service. The Twilio account may have other numbers,
 * whose texts we must not read.
 */
export const isForUs = (
  { from }: TwilioConfig,
  phoneNumber: string,
  { to, service }: { to?: string; service?: string | null },
) => to === phoneNumber || to === from || service === from;

/**
 * Reads the form of an incoming text. Returns null if the text is for another account or number, or lacks its
 * id or sender.
 */
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

/**
 * Reads the form of a status callback. Returns null if it is for another account, lacks the text's id, or has
 * a state that we do not record.
 */
export function toReport(config: TwilioConfig, form: Record<string, string>): GatewayReport | null {
  const { MessageSid: sid, AccountSid: account, To, MessageStatus = '', ErrorCode } = form;
  const state = stateOf(MessageStatus);
  if (!sid || account !== config.accountSid || !state) return null;
  return { sid, to: To ? toE164(To, 'US') : null, state, errorCode: Number(ErrorCode) || null, price: null };
}

/**
 * Our state for each of Twilio's states of an outgoing text. `scheduled` and `canceled` are missing, because
 * we schedule no texts.
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
