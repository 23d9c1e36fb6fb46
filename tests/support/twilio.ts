import type { IncomingMessage, ServerResponse } from 'node:http';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks';
import {
  type Failure,
  type Media,
  type OurServer,
  plannedFailures,
  readBody,
  sendJson,
  startService,
} from './service';
import { type Console, consoleResource } from './twilio-console';
import { TWILIO } from './twilio-dialect';
import { list, mediaResource, page, resource, type StoredText, webhookForm } from './twilio-resources';

export type { Failure };

/** It is written from Twilio's documentation alone, so that it does not repeat mistakes of our code. */
export type Twilio = Awaited<ReturnType<typeof startTwilio>>;

export const TOO_MANY: Failure = { status: 429, code: 20429, message: 'Too Many Requests' };
export const SERVER_ERROR: Failure = { status: 500, code: 20500, message: 'Internal Server Error' };
export const NOT_A_NUMBER: Failure = { status: 400, code: 21211, message: "Invalid 'To' Phone Number" };
export const UNSUBSCRIBED: Failure = { status: 400, code: 21610, message: 'Unsubscribed recipient' };

type Call = { method: string; path: string; parameters: Record<string, string>; authorized: boolean };

const STOP = /^(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)$/i;
const START = /^(start|unstop|yes)$/i;

export async function startTwilio({
  number = '+12025550100',
  now = () => Date.now(),
  dialect = TWILIO,
  host = '127.0.0.1',
} = {}) {
  const accountSid = dialect.newId('AC');
  const authToken = dialect.newToken();
  const signingKey = dialect.newSigningKey(authToken);
  const texts: StoredText[] = []; // oldest first
  const calls: Call[] = [];
  const leaks: string[] = [];
  const stopped = new Set<string>();
  const failures = plannedFailures();
  let unlistable: string | null = null;
  const console: Console = {
    accountSid,
    status: 'active',
    type: 'Full',
    numbers: [{ phoneNumber: number, sms: true, smsUrl: null, smsMethod: 'POST', smsApplicationSid: null }],
    service: null,
  };
  const account = `${dialect.root}/2010-04-01/Accounts/${accountSid}`;
  const service = await startService(now, answer, host);

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL) {
    const file = /^\/store\/([\w-]+)$/.exec(url.pathname)?.[1];
    if (file) return sendFile(file, request, response);

    const form = new URLSearchParams(await readBody(request));
    const authorized =
      request.headers.authorization ===
      `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    const parameters = Object.fromEntries([...url.searchParams, ...form]);
    calls.push({ method: request.method ?? '', path: url.pathname, parameters, authorized });
    if (!authorized) return fail(response, 401, 20003, 'Authenticate');
    const failure = failures.take();
    if (failure === 'hang') return;
    if (failure && typeof failure === 'object' && 'status' in failure)
      return fail(response, failure.status, failure.code, failure.message);
    if (failure && typeof failure === 'object') await Bun.sleep(failure.slow);

    const setting = consoleResource(console, account, url, form);
    if (setting) return sendJson(response, 200, setting);
    const path = url.pathname.replace(`${account}/Messages`, '');
    if (path === url.pathname) return notFound(response, url.pathname);

    if (path === '.json' && request.method === 'POST') {
      const refusal = refusalOf(form);
      if (refusal) return fail(response, 400, ...refusal);
      const text = store({
        direction: 'outbound-api',
        from: form.get('From') ?? number,
        to: form.get('To') ?? '',
        body: form.get('Body') ?? '',
        service: form.get('MessagingServiceSid'),
        status: 'queued',
        statusCallback: form.get('StatusCallback'),
        sender: request.socket.remoteAddress,
      });
      return failure === 'drop'
        ? request.socket.destroy()
        : sendJson(response, 201, resource(dialect, account, text));
    }
    if (failure === 'drop') return request.socket.destroy();
    if (request.method !== 'GET') return notFound(response, url.pathname);
    if (path === '.json') return sendJson(response, 200, list(dialect, account, texts, url));

    const [, sid, , media] = /^\/([\w-]+?)(\/Media(?:\/([\w-]+))?)?(?:\.json)?$/.exec(path) ?? [];
    const text = texts.find((one) => one.sid === sid);
    if (!text) return notFound(response, url.pathname);
    if (!path.includes('/Media')) return sendJson(response, 200, resource(dialect, account, text));
    if (sid === unlistable && !media) return fail(response, 500, 20500, 'Internal error');
    const items = text.media.map((item) => mediaResource(account, text, item));
    if (!media) return sendJson(response, 200, { ...page(url, items, 'media_list'), uri: url.pathname });
    const item = items.find((one) => one.sid === media);
    if (!item) return notFound(response, url.pathname);
    if (path.endsWith('.json')) return sendJson(response, 200, item);
    // the file is on another host, which must not get the password
    response.writeHead(307, { location: `${service.otherHost}/store/${media}` }).end();
  }

  function sendFile(sid: string, request: IncomingMessage, response: ServerResponse) {
    if (request.headers.authorization) leaks.push(sid);
    const item = texts.flatMap((text) => text.media).find((one) => one.sid === sid);
    if (!item) return notFound(response, `/store/${sid}`);
    response.writeHead(200, { 'content-type': item.type }).end(item.bytes);
  }

  function refusalOf(form: URLSearchParams): [code: number, message: string] | null {
    const to = form.get('To') ?? '';
    const from = form.get('From');
    const body = form.get('Body') ?? '';
    if (!to) return [21604, "A 'To' phone number is required."];
    if (!from && !form.get('MessagingServiceSid')) return [21603, "A 'From' phone number is required."];
    if (from && from !== number) return [21606, `The 'From' phone number provided (${from}) is not yours.`];
    if (!body && !form.get('MediaUrl')) return [21602, 'Message body is required.'];
    if (body.length > 1600) return [21617, 'The concatenated message body exceeds the 1600 character limit'];
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return [dialect.badNumber, `Invalid 'To' Phone Number: ${to}`];
    if (stopped.has(to)) return [21610, 'Attempt to send to unsubscribed recipient'];
    return null;
  }

  function store(
    text: Partial<StoredText> & Pick<StoredText, 'direction' | 'from' | 'to' | 'body' | 'status'>,
  ): StoredText {
    const stored: StoredText = {
      sid: dialect.newId(text.media?.length ? 'MM' : 'SM'),
      service: null,
      errorCode: null,
      statusCallback: null,
      createdAt: new Date(now()),
      media: [],
      ...text,
    };
    texts.push(stored);
    return stored;
  }

  const sign = (address: string, parameters: Record<string, string | string[]>, key = signingKey) =>
    getExpectedTwilioSignature(key, address, parameters);

  async function call(
    ours: OurServer,
    path: string,
    parameters: Record<string, string>,
    { signature = sign(ours.publicUrl + path, parameters) }: { signature?: string | null } = {},
  ): Promise<Response> {
    return fetch(ours.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        'user-agent': dialect.userAgent,
        ...(signature !== null && { [dialect.signatureHeader]: signature }),
      },
      body: new URLSearchParams(parameters),
    });
  }

  function receive(from: string, body: string, media: Media[] = []): StoredText {
    if (STOP.test(body.trim())) stopped.add(from);
    if (START.test(body.trim())) stopped.delete(from);
    return store({
      direction: 'inbound',
      from,
      to: number,
      body,
      status: 'received',
      media: media.map((item) => ({ sid: dialect.newId('ME'), ...item })),
    });
  }

  const parametersOf = (text: StoredText) => webhookForm(accountSid, service.origin + account, text);

  const deliver = (ours: OurServer, text: StoredText) =>
    call(ours, `${dialect.webhooks}/sms`, parametersOf(text));

  async function report(ours: OurServer, sid: string, status: string, errorCode: number | null = null) {
    const text = texts.find((one) => one.sid === sid);
    if (!text?.statusCallback) throw new Error(`No status callback is known for ${sid}.`);
    Object.assign(text, { status, errorCode });
    const { pathname, search } = new URL(text.statusCallback);
    return call(ours, pathname + search, {
      MessageStatus: status,
      To: text.to,
      MessageSid: sid,
      AccountSid: accountSid,
      From: text.from,
      ...(errorCode !== null && { ErrorCode: String(errorCode) }),
    });
  }

  return {
    ...failures,
    url: service.origin,
    number,
    accountSid,
    authToken,
    signingKey,
    environment: {
      ...dialect.environment({ accountSid, authToken, signingKey, number, origin: service.origin }),
      BROADCAST_PACE: '1000', // so that tests do not wait for the pace of a real gateway
    },
    texts,
    calls,
    console,
    leaks,
    stopped,
    sentTo: (phone: string) =>
      texts.filter((text) => text.to === phone && text.direction === 'outbound-api').map((text) => text.body),
    failMediaList: (sid: string | null) => {
      unlistable = sid;
    },
    sign,
    call,
    receive,
    parametersOf,
    deliver,
    text: (ours: OurServer, from: string, body: string, media?: Media[]) =>
      deliver(ours, receive(from, body, media)),
    report,
    [Symbol.asyncDispose]: service.stop,
  };

  function fail(response: ServerResponse, status: number, code: number, message: string) {
    sendJson(response, status, { code, message, more_info: dialect.errorPage + code, status });
  }

  function notFound(response: ServerResponse, path: string) {
    fail(response, 404, 20404, `The requested resource ${path} was not found`);
  }
}
