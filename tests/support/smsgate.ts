import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Failure, plannedFailures, readBody, sendJson, startService } from './service';
import { isGranted, issueToken, type Token } from './smsgate-access';
import {
  type Attachment,
  type Event,
  type InboxText,
  nanoid,
  receivedEvent,
  type SentText,
  sign,
  stateEvent,
} from './smsgate-phone';
import {
  type Hook,
  healthOfPhone,
  healthOfServer,
  listOf,
  type Outgoing,
  pageOf,
  refusalOfHook,
  refusalOfText,
  stateOf,
} from './smsgate-resources';

/**
 * It is written from SMSGate's documentation and source alone (docs.sms-gate.app,
 * github.com/capcom6/android-sms-gateway), so that it does not repeat mistakes of our code.
 */
export type SmsGate = Awaited<ReturnType<typeof startSmsGate>>;

export const SERVER_ERROR: Failure = { status: 500, code: 0, message: 'Internal Server Error' };
export const TOO_MANY: Failure = { status: 429, code: 0, message: 'Too Many Requests' };

type OurServer = { url: string };
type Call = { method: string; path: string; body: Record<string, unknown>; authorized: boolean };
type Options = {
  mode?: 'local' | 'server';
  number?: string;
  now?: () => number;
  tokens?: boolean;
  // If true, behaves as an old release: answers a repeated id with 202 without sending the text again, and
  // exports the inbox by the times of the phone.
  old?: boolean;
};

export async function startSmsGate({
  mode = 'local',
  number = '+12025550100',
  now = () => Date.now(),
  tokens = mode === 'server',
  old = false,
}: Options = {}) {
  const user = 'sms';
  const password = nanoid();
  const deviceId = nanoid();
  const base = mode === 'server' ? '/3rdparty/v1' : '';
  const sent: SentText[] = []; // oldest first
  const inbox: InboxText[] = []; // oldest first
  const tried = new Set<InboxText>(); // an export skips them
  const hooks: Hook[] = [];
  const calls: Call[] = [];
  const issued: Token[] = [];
  const failures = plannedFailures();
  const phone = {
    on: true,
    lastSeen: now(),
    signingKey: nanoid(),
    settings: {} as Record<string, Record<string, unknown>>,
    battery: 94,
    charging: true,
    simCards: [{ slotIndex: 0, simNumber: 1, carrierName: 'Sender', phoneNumber: number, iccid: null }],
    others: [] as { id: string; name: string }[],
  };
  const seen = () => {
    if (phone.on) phone.lastSeen = now();
    return new Date(phone.lastSeen).toISOString();
  };

  const { origin, stop } = await startService(now, answer);

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL) {
    const raw = await readBody(request);
    const body = (raw ? JSON.parse(raw) : {}) as Record<string, unknown>;
    const method = request.method ?? '';
    const path = url.pathname.replace(base, '');
    if (mode === 'local' && !phone.on) return request.socket.destroy();
    const access = accessOf(request.headers.authorization ?? '');
    calls.push({ method, path, body, authorized: access !== null });
    const failure = failures.take();
    if (failure === 'hang') return;
    if (failure && typeof failure === 'object' && 'status' in failure)
      return fail(response, failure.status, failure.message);
    if (failure && typeof failure === 'object') await Bun.sleep(failure.slow);
    const say = (status: number, said?: unknown) =>
      failure === 'drop' ? request.socket.destroy() : sendJson(response, status, said ?? null);

    if (!url.pathname.startsWith(base)) return fail(response, 404, 'Not Found');
    if (method === 'GET' && path === '/health') return say(200, health());
    if (!access) return fail(response, 401, 'Unauthorized');
    if (!isGranted(access, method, path)) return fail(response, 403, 'Forbidden');

    if (path === '/auth/token' && method === 'POST') {
      if (!tokens) return fail(response, mode === 'local' ? 501 : 404, 'Not Implemented');
      const token = issueToken(body, now());
      issued.push(token);
      return say(201, token.answer);
    }
    if (path === '/devices' && method === 'GET') return say(200, devices());
    if (path === '/messages' && method === 'POST') return take(body, url, say);
    if (path === '/messages' && method === 'GET')
      return say(
        200,
        pageOf(sent, url).map((text) => stateOf(text, deviceId)),
      );
    if (path === '/messages/inbox/export' && method === 'POST') {
      const period = [Date.parse(String(body.since)), Date.parse(String(body.until))] as const;
      if (body.deviceId !== deviceId || period.some(Number.isNaN))
        return fail(response, 400, 'Invalid request');
      say(202);
      return replay(...period, (body.messageTypes as string[] | undefined) ?? ['SMS']);
    }
    if (path === '/inbox' && method === 'GET' && !old) return say(200, listOf(tried, url));
    const [, row, part] = /^\/inbox\/(\d+)\/attachments\/(\d+)$/.exec(path) ?? [];
    const bytes = inbox[Number(row) - 1]?.attachments[Number(part)]?.bytes;
    if (bytes) return response.writeHead(200, { 'content-type': 'image/png' }).end(bytes);
    if (path === '/webhooks' && method === 'GET') return say(200, hooks);
    if (path === '/webhooks' && method === 'POST') return register(body, say);
    if (path === '/settings' && method === 'PATCH') {
      for (const [group, values] of Object.entries(body))
        phone.settings[group] = { ...phone.settings[group], ...(values as Record<string, unknown>) };
      const key = (body.webhooks as { signing_key?: string } | undefined)?.signing_key;
      if (key && mode === 'local') phone.signingKey = key;
      return say(200, phone.settings);
    }
    if (path === '/settings' && method === 'GET') {
      const { signing_key: _writeOnly, ...webhooks } = phone.settings.webhooks ?? {};
      return say(200, { ...phone.settings, webhooks });
    }
    const [, folder, id = ''] = /^\/(messages|webhooks)\/([^/]+)$/.exec(path) ?? [];
    const text = sent.find((one) => one.id === decodeURIComponent(id));
    if (folder === 'messages' && method === 'GET')
      return text ? say(200, stateOf(text, deviceId)) : fail(response, 404, 'Message not found');
    if (folder === 'webhooks' && method === 'DELETE') {
      const index = hooks.findIndex((hook) => hook.id === decodeURIComponent(id));
      if (index >= 0) hooks.splice(index, 1);
      return say(204);
    }
    return fail(response, 404, `Cannot ${method} ${url.pathname}`);
  }

  function accessOf(authorization: string): 'all' | Token | null {
    if (authorization === `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`) return 'all';
    const token = issued.find(({ answer }) => authorization === `Bearer ${answer.access_token}`);
    return token && token.expiresAt > now() ? token : null;
  }

  function take(body: Outgoing, url: URL, say: (status: number, said: unknown) => unknown): unknown {
    const skipPhoneValidation = url.searchParams.get('skipPhoneValidation') === 'true';
    const refusal = refusalOfText(body, { skipPhoneValidation });
    if (refusal) return say(400, { message: refusal });
    const { id = nanoid(), simNumber = null, priority = 0 } = body;
    const known = sent.find((one) => one.id === id);
    if (known && !old) return say(409, { message: 'Message with the same ID already exists' });
    const text: SentText = known ?? {
      id,
      to: body.phoneNumbers?.[0] ?? '',
      body: body.textMessage?.text ?? '',
      simNumber,
      priority,
      withDeliveryReport: body.withDeliveryReport !== false,
      state: phone.on ? 'Processed' : 'Pending',
      error: null,
      createdAt: new Date(now()),
    };
    if (!known) sent.push(text);
    return say(202, { ...stateOf(text, deviceId), state: 'Pending' });
  }

  function register(body: Partial<Hook>, say: (status: number, said: unknown) => unknown) {
    const refusal = refusalOfHook(body);
    if (refusal) return say(400, { message: refusal });
    const { id = nanoid(), url = '', event = '', deviceId: device = null } = body;
    const hook = { id, url, event, deviceId: device, source: mode === 'local' ? 'Local' : 'Cloud' };
    const index = hooks.findIndex((one) => one.id === id);
    if (index >= 0) hooks[index] = hook;
    else hooks.push(hook);
    return say(201, hook);
  }

  const devices = () =>
    [{ id: deviceId, name: 'Google/oriole', simCards: phone.simCards }, ...phone.others].map((device) => ({
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: seen(),
      lastSeen: seen(),
      ...device,
    }));

  const health = () => (mode === 'server' ? healthOfServer() : healthOfPhone(phone));

  function signed(
    { event, payload }: Event,
    { key = phone.signingKey, at = now(), device = deviceId, id = nanoid() } = {},
  ) {
    const webhookId = hooks.find((hook) => hook.event === event)?.id ?? 'webhook';
    const body = JSON.stringify({ deviceId: device, event, id, webhookId, payload });
    const timestamp = String(Math.floor(at / 1000));
    return { body, headers: { 'x-timestamp': timestamp, 'x-signature': sign(key, body, timestamp) } };
  }

  function call(ours: OurServer, event: Event, forged: Parameters<typeof signed>[1] = {}): Promise<Response> {
    const { body, headers } = signed(event, forged);
    return post(ours, body, headers);
  }

  const post = (ours: OurServer, body: string, headers: Record<string, string>) =>
    fetch(`${ours.url}/api/webhooks/smsgate`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'me.capcom.smsgateway/1.58.0',
        ...headers,
      },
      body,
    });

  function receive(
    sender: string,
    body: string,
    attachments: Attachment[] = [],
    { sim = 1, at = now() } = {},
  ): InboxText {
    const text: InboxText = {
      sender,
      body,
      attachments,
      sentAt: new Date(Math.floor(at / 1000) * 1000),
      arrivedAt: new Date(at + 2_345),
      simNumber: sim,
      recipient: sim === 1 ? number : '+12025550177',
      row: inbox.length + 1,
    };
    inbox.push(text);
    return text;
  }

  const eventOf = (text: InboxText) => receivedEvent(text, text.sentAt);
  function deliver(ours: OurServer, text: InboxText) {
    tried.add(text);
    return call(ours, eventOf(text));
  }

  async function replay(since: number, until: number, types: string[]) {
    for (const text of inbox) {
      if (tried.has(text) || !types.includes(text.attachments.length > 0 ? 'MMS' : 'SMS')) continue;
      const at = old ? text.arrivedAt : text.sentAt;
      const event = receivedEvent(text, at);
      const hook = hooks.find((one) => one.event === event.event);
      if (!hook || at.getTime() < since || at.getTime() > until) continue;
      tried.add(text);
      await call({ url: new URL(hook.url).origin }, event).catch(() => {});
    }
  }

  function report(ours: OurServer, id: string, state: SentText['state'], error: string | null = null) {
    const text = sent.find((one) => one.id === id);
    if (!text) throw new Error(`There is no text ${id}.`);
    Object.assign(text, { state, error });
    return call(ours, stateEvent(text, number, new Date(now())));
  }

  return {
    ...failures,
    tryInVain: (text: InboxText) => void tried.add(text),
    url: origin + base,
    number,
    user,
    password,
    deviceId,
    environment: {
      SMS_GATEWAY: 'smsgate',
      SMSGATE_URL: origin + base,
      SMSGATE_USER: user,
      SMSGATE_PASSWORD: password,
      SMSGATE_SIGNING_KEY: phone.signingKey,
      PHONE_NUMBER: number,
      BROADCAST_PACE: '1000', // so that tests do not wait for the pace of a real SIM
    },
    phone,
    sent,
    hooks,
    calls,
    issued,
    sentTo: (to: string) => sent.filter((text) => text.to === to).map((text) => text.body),
    signed,
    call,
    post,
    receive,
    eventOf,
    deliver,
    text: (ours: OurServer, sender: string, body: string, attachments?: Attachment[]) =>
      deliver(ours, receive(sender, body, attachments)),
    report,
    [Symbol.asyncDispose]: stop,
  };
}

const fail = (response: ServerResponse, status: number, message: string) =>
  sendJson(response, status, { message });
