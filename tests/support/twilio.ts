import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Console, consoleResource } from './twilio-console';
import { list, mediaResource, page, resource, type StoredText, webhookForm } from './twilio-resources';

/**
 * A stand-in for Twilio on this machine. It accepts texts through Twilio's REST API, stores them, fails when
 * a test tells it to, and calls our webhooks with Twilio's signature. It is written from Twilio's
 * documentation alone, so that it does not share our mistakes.
 */
export type Twilio = Awaited<ReturnType<typeof startTwilio>>;

/**
 * A way for an API call to fail. `drop`: Twilio acts, but its answer is lost. `hang`: Twilio neither acts nor
 * answers. `slow`: Twilio acts only after this number of milliseconds.
 */
export type Failure = { status: number; code: number; message: string } | 'drop' | 'hang' | { slow: number };

export const TOO_MANY: Failure = { status: 429, code: 20429, message: 'Too Many Requests' };
export const SERVER_ERROR: Failure = { status: 500, code: 20500, message: 'Internal Server Error' };
export const NOT_A_NUMBER: Failure = { status: 400, code: 21211, message: "Invalid 'To' Phone Number" };
export const UNSUBSCRIBED: Failure = {
  status: 400,
  code: 21610,
  message: 'Attempt to send to unsubscribed recipient',
};

/** Our server: the address where it listens, and the public address that Twilio signs. */
export type OurServer = { url: string; publicUrl: string };

type Call = { method: string; path: string; parameters: Record<string, string>; authorized: boolean };

const hex = () => randomBytes(16).toString('hex');
const STOP = /^(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)$/i;
const START = /^(start|unstop|yes)$/i;

export async function startTwilio({ number = '+12025550100', now = () => Date.now() } = {}) {
  const accountSid = `AC${hex()}`;
  const authToken = hex();
  const texts: StoredText[] = []; // oldest first
  const calls: Call[] = [];
  const leaks: string[] = []; // files that were fetched from the store with the account's password
  const stopped = new Set<string>();
  const failures: Failure[] = [];
  let permanentFailure: Failure | null = null;
  let unlistable: string | null = null;
  const console: Console = {
    accountSid,
    status: 'active',
    type: 'Full',
    numbers: [{ phoneNumber: number, sms: true, smsUrl: null, smsMethod: 'POST', smsApplicationSid: null }],
    service: null,
  };
  const server = createServer((request, response) => {
    response.setHeader('date', new Date(now()).toUTCString());
    answer(request, response).catch((error) => fail(response, 500, 20500, String(error)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', origin);
    const file = /^\/store\/(ME\w+)$/.exec(url.pathname)?.[1];
    if (file) return sendFile(file, request, response);

    const form = new URLSearchParams(await read(request));
    const authorized =
      request.headers.authorization ===
      `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    const parameters = Object.fromEntries([...url.searchParams, ...form]);
    calls.push({ method: request.method ?? '', path: url.pathname, parameters, authorized });
    if (!authorized) return fail(response, 401, 20003, 'Authenticate');
    const failure = failures.shift() ?? permanentFailure;
    if (failure === 'hang') return;
    if (failure && typeof failure === 'object' && 'status' in failure)
      return fail(response, failure.status, failure.code, failure.message);
    if (failure && typeof failure === 'object') await Bun.sleep(failure.slow);

    const setting = consoleResource(console, url);
    if (setting) return json(response, 200, setting);
    const path = url.pathname.replace(`/2010-04-01/Accounts/${accountSid}/Messages`, '');
    if (path === url.pathname) return notFound(response, url.pathname);

    if (path === '.json' && request.method === 'POST') {
      const refusal = refusalOf(form);
      if (refusal) return fail(response, 400, ...refusal);
      const text = storeOutbound(form);
      return failure === 'drop' ? request.socket.destroy() : json(response, 201, resource(accountSid, text));
    }
    if (failure === 'drop') return request.socket.destroy();
    if (request.method !== 'GET') return notFound(response, url.pathname);
    if (path === '.json') return json(response, 200, list(accountSid, texts, url));

    const [, sid, , media] = /^\/(\w+?)(\/Media(?:\/(\w+))?)?(?:\.json)?$/.exec(path) ?? [];
    const text = texts.find((one) => one.sid === sid);
    if (!text) return notFound(response, url.pathname);
    if (!path.includes('/Media')) return json(response, 200, resource(accountSid, text));
    if (sid === unlistable && !media) return fail(response, 500, 20500, 'Internal error');
    const items = text.media.map((item) => mediaResource(accountSid, text, item));
    if (!media) return json(response, 200, { ...page(url, items, 'media_list'), uri: url.pathname });
    const item = items.find((one) => one.sid === media);
    if (!item) return notFound(response, url.pathname);
    if (path.endsWith('.json')) return json(response, 200, item);
    // the file is on another host, which must not get the password
    response.writeHead(307, { location: `http://localhost:${port}/store/${media}` }).end();
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
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return [21211, `Invalid 'To' Phone Number: ${to}`];
    if (stopped.has(to)) return [21610, 'Attempt to send to unsubscribed recipient'];
    return null;
  }

  function storeOutbound(form: URLSearchParams): StoredText {
    return store({
      direction: 'outbound-api',
      from: form.get('From') ?? number,
      to: form.get('To') ?? '',
      body: form.get('Body') ?? '',
      service: form.get('MessagingServiceSid'),
      status: 'queued',
      statusCallback: form.get('StatusCallback'),
    });
  }

  function store(
    text: Partial<StoredText> & Pick<StoredText, 'direction' | 'from' | 'to' | 'body' | 'status'>,
  ): StoredText {
    const stored: StoredText = {
      sid: `${text.media?.length ? 'MM' : 'SM'}${hex()}`,
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

  /** Signs a request: HMAC-SHA1 over its address and its parameters in the order of their names, in base64. */
  function sign(address: string, parameters: Record<string, string>, token = authToken) {
    const signed = Object.keys(parameters)
      .sort()
      .reduce((text, name) => text + name + parameters[name], address);
    return createHmac('sha1', token).update(signed, 'utf8').digest('base64');
  }

  /** Calls a webhook of our server. If `signature` is null, sends no signature header. */
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
        'user-agent': 'TwilioProxy/1.1',
        ...(signature !== null && { 'x-twilio-signature': signature }),
      },
      body: new URLSearchParams(parameters),
    });
  }

  /** Stores a text from a phone without calling our webhook, as if our server were down. */
  function receive(
    from: string,
    body: string,
    media: { type: string; bytes: Uint8Array }[] = [],
  ): StoredText {
    if (STOP.test(body.trim())) stopped.add(from);
    if (START.test(body.trim())) stopped.delete(from);
    return store({
      direction: 'inbound',
      from,
      to: number,
      body,
      status: 'received',
      media: media.map((item) => ({ sid: `ME${hex()}`, ...item })),
    });
  }

  const parametersOf = (text: StoredText) => webhookForm(accountSid, origin, text);

  const deliver = (ours: OurServer, text: StoredText) =>
    call(ours, '/api/webhooks/twilio/sms', parametersOf(text));

  /** Calls the status callback that our server gave with a text, and reports this status. */
  async function report(ours: OurServer, sid: string, status: string, errorCode: number | null = null) {
    const text = texts.find((one) => one.sid === sid);
    if (!text?.statusCallback) throw new Error(`No status callback is known for ${sid}.`);
    Object.assign(text, { status, errorCode });
    const { pathname, search } = new URL(text.statusCallback);
    return call(ours, pathname + search, {
      SmsSid: sid,
      SmsStatus: status,
      MessageStatus: status,
      To: text.to,
      MessageSid: sid,
      AccountSid: accountSid,
      From: text.from,
      ApiVersion: '2010-04-01',
      ...(errorCode !== null && { ErrorCode: String(errorCode) }),
    });
  }

  return {
    url: origin,
    number,
    accountSid,
    authToken,
    /** Environment variables of a server that texts through this account. */
    environment: {
      SMS_GATEWAY: 'twilio',
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_FROM: number,
      TWILIO_API_URL: origin,
      BROADCAST_PACE: '1000', // so that tests do not wait for the pace of a real gateway
    },
    texts,
    calls,
    /** The operator's settings in Twilio's console. */
    console,
    leaks,
    stopped,
    /** Returns the texts that our server sent to a phone, oldest first. */
    sentTo: (phone: string) =>
      texts.filter((text) => text.to === phone && text.direction === 'outbound-api').map((text) => text.body),
    /** Makes the next calls fail, one after another. */
    failNext: (...next: Failure[]) => void failures.push(...next),
    /** Makes every API call fail in this way. If `failure` is null, calls succeed again. */
    failAlways: (failure: Failure | null) => {
      permanentFailure = failure;
    },
    /** Makes the list of the files of this text fail. If `sid` is null, no list fails any more. */
    failMediaList: (sid: string | null) => {
      unlistable = sid;
    },
    sign,
    call,
    receive,
    parametersOf,
    deliver,
    /** Stores a text from a phone and delivers it to our webhook. */
    text: (ours: OurServer, from: string, body: string, media?: { type: string; bytes: Uint8Array }[]) =>
      deliver(ours, receive(from, body, media)),
    report,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function json(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function fail(response: ServerResponse, status: number, code: number, message: string) {
  json(response, status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}

const notFound = (response: ServerResponse, path: string) =>
  fail(response, 404, 20404, `The requested resource ${path} was not found`);
