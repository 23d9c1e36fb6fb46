import type { App } from '../app';
import { id } from '../contract/text';
import { notFound, VisibleError } from '../errors';
import { recordReport } from '../outbox/reports';
import { isSigned, toInbound, toReport } from '../outside/twilio/webhooks';
import { receiveText } from '../texting/inbound';
import { readText } from './body';

const EMPTY_TWIML = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

/**
 * Receives the text that POST /api/webhooks/twilio/sms brings, and answers after the commit. The answer
 * (TwiML) is empty, because replies go through the outbox. Throws FORBIDDEN for a text that is not for this
 * account.
 */
export async function receiveTwilioText(app: App, request: Request): Promise<Response> {
  const { twilio, form } = await readSigned(app, request);
  const text = toInbound(twilio, app.config.phoneNumber, form);
  if (!text) throw new VisibleError('FORBIDDEN', 'This text is not for this account.');
  receiveText(app, text);
  return new Response(EMPTY_TWIML, { headers: { 'content-type': 'text/xml; charset=utf-8' } });
}

/**
 * Answers POST /api/webhooks/twilio/status?text={id}: records the report on the text that has this id in the
 * outbox.
 */
export async function receiveTwilioReport(app: App, request: Request): Promise<Response> {
  const { twilio, form } = await readSigned(app, request);
  const said = toReport(twilio, form);
  const text = id.safeParse(new URL(request.url).searchParams.get('text'));
  if (said && text.success) recordReport(app, text.data, said);
  return new Response(null, { status: 204 });
}

/**
 * Reads the form of a request that Twilio has signed for PUBLIC_URL. Throws NOT_FOUND if Twilio is not the
 * gateway, and FORBIDDEN for a missing or wrong signature.
 */
export async function readSigned(app: App, request: Request) {
  const { line: twilio } = app.config;
  if (twilio.kind !== 'twilio') throw notFound('Webhook');
  // without the host: behind a proxy, it may differ from that of PUBLIC_URL
  const { pathname, search } = new URL(request.url);
  const sent = new URLSearchParams(await readText(request));
  const form = Object.fromEntries(sent);
  // Twilio signs every value of a name that occurs more than once
  const signed = Object.fromEntries([...new Set(sent.keys())].map((name) => [name, sent.getAll(name)]));
  if (!isSigned(twilio, request.headers.get('x-twilio-signature'), app.publicUrl + pathname + search, signed))
    throw new VisibleError('FORBIDDEN', 'The signature is missing or wrong.');
  return { twilio, form };
}
