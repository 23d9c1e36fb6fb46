import { validateRequest } from 'twilio/lib/webhooks/webhooks';
import {
  type GatewayReport,
  type InboundText,
  stateIn,
  toOptOut,
  toReportDelivery,
  toTextDelivery,
  UNSIGNED,
  type Webhook,
  type WebhookRequest,
} from '../../app/gateway';
import { toE164 } from '../../app/phone';
import type { Account, Service } from './service';

/** Twilio has the same limit. */
export const MEDIA_LIST_MAX = 10;

export const textPath = ({ webhooks }: Service) => `${webhooks}/sms`;
export const reportPath = ({ webhooks }: Service) => `${webhooks}/status`;

export const twilioWebhooks = (account: Account, phoneNumber: string): Webhook[] => [
  {
    path: textPath(account.service),
    read(request) {
      const form = readSigned(account, request);
      if (!form) return UNSIGNED;
      return toTextDelivery(toInbound(account, phoneNumber, form));
    },
    // empty TwiML, because replies go through the outbox
    answer: {
      body: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
      type: 'text/xml; charset=utf-8',
    },
  },
  {
    path: reportPath(account.service),
    read(request) {
      const form = readSigned(account, request);
      if (!form) return UNSIGNED;
      return toReportDelivery(request.url, toReport(account, form));
    },
  },
];

function readSigned(account: Account, { url, headers, body }: WebhookRequest) {
  const sent = new URLSearchParams(body);
  // Twilio signs every value of a name that occurs more than once
  const signed = Object.fromEntries([...new Set(sent.keys())].map((name) => [name, sent.getAll(name)]));
  const { service, signingKey } = account;
  const signature = service.signatureHeaders.map((name) => headers.get(name)).find((value) => value !== null);
  return signature && validateRequest(signingKey, signature, url, signed) ? Object.fromEntries(sent) : null;
}

/** The account may have other numbers, whose texts we must not read. */
export const isForUs = (
  { from }: Pick<Account, 'from'>,
  phoneNumber: string,
  { to, service }: { to?: string; service?: string | null },
) => to === phoneNumber || to === from || service === from;

export function toInbound(
  ours: Pick<Account, 'accountSid' | 'from'>,
  phoneNumber: string,
  form: Record<string, string>,
): InboundText | null {
  const { MessageSid: sid, AccountSid: account, From: from, To: to, Body: body = '', OptOutType } = form;
  if (!sid || !from || account !== ours.accountSid) return null;
  if (!isForUs(ours, phoneNumber, { to, service: form.MessagingServiceSid })) return null;
  const count = Math.min(Number(form.NumMedia) || 0, MEDIA_LIST_MAX);
  const media = Array.from({ length: count }, (_, i) => ({
    url: form[`MediaUrl${i}`] ?? '',
    type: form[`MediaContentType${i}`] ?? 'application/octet-stream',
  }));
  return { sid, from, body, media: media.filter(({ url }) => url), optOut: toOptOut(OptOutType) };
}

export function toReport(
  ours: Pick<Account, 'accountSid'>,
  form: Record<string, string>,
): GatewayReport | null {
  const { MessageSid: sid, AccountSid: account, To, MessageStatus = '', ErrorCode } = form;
  const state = stateOf(MessageStatus);
  if (!sid || account !== ours.accountSid || !state) return null;
  return { sid, to: To ? toE164(To, 'US') : null, state, errorCode: Number(ErrorCode) || null, price: null };
}

// `scheduled` and `canceled` are missing, because we schedule no texts.
const STATES = {
  sent: ['accepted', 'queued', 'sending', 'sent'],
  delivered: ['delivered', 'partially_delivered', 'read'],
  failed: ['undelivered', 'failed'],
};

export const stateOf = (status: string) => stateIn(STATES, status);
