import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import type net from 'node:net';
import { join } from 'node:path';
import { type AgentKeys, agentKeys, decryptPush } from './push-encryption';
import { checkVapid, type VapidClaims } from './push-vapid';

export type PushService = Awaited<ReturnType<typeof openPushService>>;

export type Subscription = {
  endpoint: string;
  expirationTime: number | null;
  keys: { p256dh: string; auth: string };
};

type Waiting = {
  id: string;
  body: Buffer;
  ttl: number;
  topic: string | null;
  urgency: string;
  claims: VapidClaims;
  expiresAt: number;
};

type Subscriber = { applicationServerKey: string; keys: AgentKeys; waiting: Waiting[]; isGone: boolean };

type Failure = { status: number; retryAfter?: number } | { drop: 'before storing' | 'after storing' };

type Answer = { status: number; headers?: Record<string, string | number>; reason?: string };

const HOST = 'secure.example';
const CERTIFICATES = join(import.meta.dir, '../outside');
const OWN = {
  key: readFileSync(join(CERTIFICATES, 'site.key'), 'utf8'),
  cert: readFileSync(join(CERTIFICATES, 'site.crt'), 'utf8'),
};

/** Largest body that a push service must accept (RFC 8030, section 7.2). */
const BODY_BYTES_MAX = 4096;
const TTL_MAX = 28 * 24 * 3600;
const TOPIC = /^[\w-]{1,32}$/;
const URGENCIES = ['very-low', 'low', 'normal', 'high'];

export async function openPushService(now: () => number = Date.now) {
  const subscribers = new Map<string, Subscriber>();
  const requests: { path: string; headers: IncomingHttpHeaders; body: Buffer; answer: Answer | null }[] = [];
  const failures: { failure: Failure; path: string | null }[] = [];
  let origin = '';

  const server = https.createServer(OWN, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url: path = '', headers, method } = request;
    const body = Buffer.concat(chunks);
    const at = failures.findIndex((entry) => entry.path === null || entry.path === path);
    const failure = at < 0 ? null : failures.splice(at, 1)[0]!.failure;
    const answer = failure ? fail(failure, path, headers, body) : take(method, path, headers, body);
    requests.push({ path, headers, body, answer });
    if (!answer) return void request.socket.destroy();
    response.writeHead(answer.status, answer.headers);
    response.end(answer.reason);
  });

  function fail(failure: Failure, path: string, headers: IncomingHttpHeaders, body: Buffer): Answer | null {
    if ('status' in failure) {
      const { status, retryAfter } = failure;
      return { status, ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }) };
    }
    if (failure.drop === 'after storing') take('POST', path, headers, body);
    return null;
  }

  function take(
    method: string | undefined,
    path: string,
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): Answer {
    const subscriber = subscribers.get(path);
    if (!subscriber) return { status: 404, reason: 'There is no such subscription.' };
    if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
    if (subscriber.isGone) return { status: 410, reason: 'The subscription has ended.' };
    const { authorization } = headers;
    if (!authorization) return { status: 401, headers: { 'www-authenticate': 'vapid' } };
    const vapid = checkVapid(authorization, origin, now());
    if ('broken' in vapid) return { status: 403, reason: vapid.broken };
    if (vapid.key !== subscriber.applicationServerKey)
      return { status: 403, reason: 'The subscription is for another application server.' };
    if (body.length > BODY_BYTES_MAX) return { status: 413, reason: `The body has ${body.length} bytes.` };
    const { ttl: seconds = '', topic = null, urgency = 'normal' } = headers;
    if (!/^\d+$/.test(String(seconds)))
      return { status: 400, reason: 'The header TTL is no number of seconds.' };
    if (topic !== null && !TOPIC.test(String(topic)))
      return { status: 400, reason: 'The topic is not valid.' };
    if (!URGENCIES.includes(String(urgency))) return { status: 400, reason: 'The urgency is not known.' };
    if (body.length > 0 && headers['content-encoding'] !== 'aes128gcm')
      return { status: 400, reason: 'The content is not encoded by aes128gcm.' };
    const ttl = Math.min(Number(seconds), TTL_MAX);
    const message = { id: randomBytes(12).toString('base64url'), body, ttl, claims: vapid.claims };
    subscriber.waiting = subscriber.waiting.filter((other) => topic === null || other.topic !== topic);
    subscriber.waiting.push({
      ...message,
      topic: topic === null ? null : String(topic),
      urgency: String(urgency),
      expiresAt: now() + ttl * 1000,
    });
    return { status: 201, headers: { location: `${origin}/message/${message.id}`, ttl } };
  }

  const found = ({ endpoint }: { endpoint: string }): Subscriber => {
    const subscriber = subscribers.get(new URL(endpoint).pathname);
    if (!subscriber) throw new Error(`No subscription has the endpoint ${endpoint}.`);
    return subscriber;
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `https://${HOST}:${(server.address() as net.AddressInfo).port}`;
  return {
    origin,
    reach: { allow: ['127.0.0.1'], resolve: async () => ['127.0.0.1'], ca: OWN.cert },
    requests,

    /** Subscribes a browser that accepts messages of this application server only (RFC 8292, section 4). */
    subscribe(applicationServerKey: string, keys = agentKeys(null, randomBytes(16))): Subscription {
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      subscribers.set(path, { applicationServerKey, keys, waiting: [], isGone: false });
      return {
        endpoint: origin + path,
        expirationTime: null,
        keys: { p256dh: keys.publicKey.toString('base64url'), auth: keys.auth.toString('base64url') },
      };
    },

    end(subscription: { endpoint: string }, status: 404 | 410 = 410) {
      if (status === 404) subscribers.delete(new URL(subscription.endpoint).pathname);
      else found(subscription).isGone = true;
    },

    failNext(failure: Failure, subscription?: { endpoint: string }) {
      failures.push({ failure, path: subscription ? new URL(subscription.endpoint).pathname : null });
    },

    received(subscription: { endpoint: string }, { take = false } = {}) {
      const subscriber = found(subscription);
      const messages = subscriber.waiting.filter(({ expiresAt }) => expiresAt >= now());
      if (take) subscriber.waiting = [];
      return messages.map(({ body, topic, urgency, ttl, claims }) => ({
        text: decryptPush(body, subscriber.keys).toString(),
        topic,
        urgency,
        ttl,
        claims,
      }));
    },

    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
