import { generateKeyPairSync, type KeyObject, randomUUID, sign as signBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Failure,
  type Media,
  type OurServer,
  plannedFailures,
  readBody,
  sendJson,
  startService,
} from './service';
import { messageResource, newPortal, recordPage, type StoredMessage } from './telnyx-resources';

/** It is written from Telnyx's documentation alone, so that it does not repeat mistakes of our code. */
export type Telnyx = Awaited<ReturnType<typeof startTelnyx>>;

export const TOO_MANY: Failure = { status: 429, code: 10011, message: 'Too many requests' };
export const SERVER_ERROR: Failure = { status: 500, code: 10007, message: 'Unexpected error' };

const HOOK = '/api/webhooks/telnyx';
const KEYWORDS: [string, RegExp][] = [
  ['STOP', /^(stop|stopall|stop all|unsubscribe|cancel|end|quit)$/i],
  ['START', /^(start|unstop)$/i],
  ['HELP', /^(help|info)$/i],
];

type Profile = ReturnType<typeof newPortal>['profiles'][number];
type Call = { method: string; path: string; authorized: boolean; body: string };

export async function startTelnyx({ number = '+12025550100', now = () => Date.now() } = {}) {
  const apiKey = `KEY${randomUUID().replaceAll('-', '')}`;
  const keys = generateKeyPairSync('ed25519');
  const publicKey = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64');
  const texts: StoredMessage[] = [];
  const calls: Call[] = [];
  const leaks: string[] = [];
  const stopped = new Set<string>();
  const failures = plannedFailures();
  const portal = newPortal(number);
  let recordsLate = false;
  /** Telnyx then keeps only their detail records. */
  const forgotten = new Set<string>();
  const service = await startService(now, answer);

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL) {
    if (url.pathname.startsWith('/files/')) return sendFile(request, response, url);
    const authorized = request.headers.authorization === `Bearer ${apiKey}`;
    const body = await readBody(request);
    calls.push({ method: request.method ?? '', path: url.pathname, authorized, body });
    if (!authorized) return fail(response, 401, 10009, 'Authentication failed');
    const failure = failures.take();
    if (failure === 'hang') return;
    if (failure && typeof failure === 'object' && 'status' in failure)
      return fail(response, failure.status, failure.code, failure.message);
    if (failure && typeof failure === 'object') await Bun.sleep(failure.slow);

    const path = `${request.method} ${url.pathname.replace(/^\/v2/, '')}`;
    if (path === 'POST /messages') {
      const asked = JSON.parse(body);
      const refusal = refusalOf(asked);
      if (refusal) return fail(response, 400, ...refusal);
      const text = store({
        direction: 'outbound',
        from: asked.from,
        to: asked.to,
        text: asked.text,
        status: 'queued',
        webhookUrl: asked.webhook_url ?? portal.profiles[0]?.webhook_url ?? null,
      });
      if (failure === 'drop') return request.socket.destroy();
      return sendJson(response, 200, { data: messageResource(text, service.otherHost) });
    }
    if (failure === 'drop') return request.socket.destroy();
    const found = path.startsWith('GET /') ? read(path.slice(4), url) : change(path, JSON.parse(body));
    if (!found) return fail(response, 404, 10005, 'The requested resource or URL could not be found.');
    sendJson(response, 200, found);
  }

  function read(path: string, url: URL) {
    if (path === '/detail_records' && url.searchParams.get('filter[record_type]') === 'messaging')
      return recordPage(recordsLate ? [] : texts, url.searchParams);
    if (path === '/balance')
      return { data: { balance: portal.credit, available_credit: portal.credit, currency: 'USD' } };
    if (path === '/public_key') return { data: { record_type: 'public_key', public: publicKey } };
    if (path === '/phone_numbers')
      return {
        data: portal.numbers
          .filter(({ phoneNumber }) => phoneNumber === url.searchParams.get('filter[phone_number]'))
          .map(({ id, phoneNumber, status, profile }) => ({
            id,
            phone_number: phoneNumber,
            status,
            messaging_profile_id: profile,
          })),
      };
    const [, kind, id] = /^\/(messages|messaging_profiles)\/([\w-]+)$/.exec(path) ?? [];
    const profile = portal.profiles.find((one) => one.id === id);
    if (kind === 'messaging_profiles') return profile && { data: profile };
    const text = texts.find((one) => one.id === id && !forgotten.has(one.id));
    return text && { data: messageResource(text, service.otherHost) };
  }

  function change(path: string, settings: Record<string, never>) {
    if (path === 'POST /messaging_profiles') {
      const profile = { id: randomUUID(), enabled: true, ...settings } as unknown as Profile;
      portal.profiles.push(profile);
      return { data: profile };
    }
    const [, kind, id] =
      /^PATCH \/(messaging_profiles|phone_numbers)\/([\w-]+)(\/messaging)?$/.exec(path) ?? [];
    const profile = portal.profiles.find((one) => one.id === id);
    if (kind === 'messaging_profiles' && profile) return { data: Object.assign(profile, settings) };
    const owned = portal.numbers.find((one) => one.id === id);
    if (kind !== 'phone_numbers' || !owned) return null;
    owned.profile = settings.messaging_profile_id ?? owned.profile;
    return { data: { record_type: 'messaging_settings', id, messaging_profile_id: owned.profile } };
  }

  // Checks no key: anyone who knows the address of a file may fetch it. Files are on another host than the
  // API.
  function sendFile(request: IncomingMessage, response: ServerResponse, { pathname }: URL) {
    if (request.headers.authorization) leaks.push(pathname);
    const file = texts.flatMap(({ media }) => media).find(({ name }) => pathname === `/files/${name}`);
    if (!file) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': file.type }).end(file.bytes);
  }

  function refusalOf({ from, to, text }: Record<string, string>): [code: number, title: string] | null {
    if (!to) return [10004, 'Missing required parameter'];
    if (!text) return [40316, 'No content provided for message'];
    if (from !== number) return [40305, "Invalid 'from' address"];
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return [40310, "Invalid 'to' address"];
    if (stopped.has(to)) return [40300, 'Blocked due to STOP message'];
    return null;
  }

  function store(
    text: Pick<StoredMessage, 'direction' | 'from' | 'to' | 'text' | 'status'> & Partial<StoredMessage>,
  ): StoredMessage {
    const stored = {
      id: randomUUID(),
      errorCode: null,
      cost: null,
      webhookUrl: null,
      createdAt: new Date(now()),
      media: [],
      autoresponse: null,
      ...text,
    };
    texts.push(stored);
    return stored;
  }

  /** Ed25519 over the timestamp (Unix seconds), `|` and the body, in base64. */
  const sign = (body: string, timestamp: string, key: KeyObject = keys.privateKey) =>
    signBytes(null, Buffer.from(`${timestamp}|${body}`), key).toString('base64');

  function signNow(body: string, key?: KeyObject) {
    const timestamp = String(Math.floor(now() / 1000));
    return { timestamp, signature: sign(body, timestamp, key) };
  }

  async function call(
    ours: OurServer,
    body: string,
    { timestamp, signature }: { timestamp: string; signature: string | null } = signNow(body),
    path = HOOK,
  ): Promise<Response> {
    return fetch(ours.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'telnyx-webhooks',
        'telnyx-timestamp': timestamp,
        ...(signature !== null && { 'telnyx-signature-ed25519': signature }),
      },
      body,
    });
  }

  const eventOf = (type: string, text: StoredMessage) =>
    JSON.stringify({
      data: {
        event_type: type,
        id: randomUUID(),
        payload: messageResource(text, service.otherHost),
        record_type: 'event',
      },
    });

  function receive(from: string, text: string, media: Media[] = []) {
    const autoresponse = KEYWORDS.find(([, words]) => words.test(text.trim()))?.[0] ?? null;
    if (autoresponse === 'STOP') stopped.add(from);
    if (autoresponse === 'START') stopped.delete(from);
    return store({
      direction: 'inbound',
      from,
      to: number,
      text,
      status: 'webhook_delivered',
      autoresponse,
      media: media.map((file) => ({ name: randomUUID(), ...file })),
    });
  }

  const deliver = (ours: OurServer, text: StoredMessage) => call(ours, eventOf('message.received', text));

  async function report(ours: OurServer, id: string, status: string, errorCode: string | null = null) {
    const text = texts.find((one) => one.id === id);
    if (!text?.webhookUrl) throw new Error(`No address for reports is known for ${id}.`);
    const final = !['queued', 'sending', 'sent'].includes(status);
    Object.assign(text, { status, errorCode, ...(status === 'delivered' && { cost: '0.0051' }) });
    const { pathname, search } = new URL(text.webhookUrl);
    const body = eventOf(final ? 'message.finalized' : 'message.sent', text);
    return call(ours, body, signNow(body), pathname + search);
  }

  return {
    ...failures,
    url: service.origin,
    number,
    apiKey,
    publicKey,
    environment: {
      SMS_GATEWAY: 'telnyx',
      TELNYX_API_KEY: apiKey,
      TELNYX_PUBLIC_KEY: publicKey,
      TELNYX_FROM: number,
      TELNYX_API_URL: service.origin,
      BROADCAST_PACE: '1000',
    },
    texts,
    calls,
    portal,
    leaks,
    stopped,
    forgotten,
    sentTo: (phone: string) =>
      texts.filter(({ to, direction }) => to === phone && direction === 'outbound').map(({ text }) => text),
    delayRecords: (late: boolean) => {
      recordsLate = late;
    },
    signNow,
    call,
    eventOf,
    receive,
    deliver,
    text: (ours: OurServer, from: string, body: string, media?: Media[]) =>
      deliver(ours, receive(from, body, media)),
    report,
    [Symbol.asyncDispose]: service.stop,
  };
}

function fail(response: ServerResponse, status: number, code: number, title: string) {
  const meta = { url: `https://developers.telnyx.com/docs/overview/errors/${code}` };
  sendJson(response, status, { errors: [{ code: String(code), title, detail: title, meta }] });
}
