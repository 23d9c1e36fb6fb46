import { test as plainTest } from 'bun:test';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { type ChangeHookInput, hookInput } from '../../../src/contract/hooks';
import { HOOKS_MAX } from '../../../src/contract/limits';
import {
  changeHook,
  createHook,
  listDeliveries,
  listHooks,
  rotateSecret,
  sendAgain,
  sendTest,
} from '../../../src/messages/hooks/hooks';
import { createWeb } from '../../../src/outside/web';
import { ann } from '../../support/cast';
import { DAY, HOUR, MINUTE, SECOND } from '../../support/clock';
import { post } from '../../support/house';
import { NO_BROWSER } from '../../support/people';
import { until } from '../../support/until';
import { expect, status, test } from './world';

const OFF = /^Tagline: The webhook to 127\.0\.0\.1:\d+ is switched off, because .* Switch it on again: http/;

test('what a receiver refuses is sent again over a day, under the same id', async (w) => {
  const { app, owner, receiver } = w;
  const hook = w.make(owner, '/ann');
  receiver.plan('/ann', ...Array.from({ length: 9 }, () => status(500)));
  app.clock.freeze();
  const began = app.now();
  post(app, owner, 'Lamp');
  const waits: number[] = [];
  for (let last = began; ; last = app.now()) {
    await w.send();
    const { nextAt } = listDeliveries(app, owner, hook.id)[0]!;
    if (!nextAt) break;
    waits.push(Math.round((Date.parse(nextAt) - last) / SECOND));
    app.clock.freeze(Date.parse(nextAt));
  }
  expect(waits).toEqual([5, 60, 300, 1800, 7200, 18_000, 28_800, 30_300]);
  expect(app.now() - began).toBeWithin(DAY, DAY + HOUR);
  expect(w.logOf(owner, hook.id)).toEqual([
    { type: 'message.created', state: 'failed', attempts: 9, status: 500 },
  ]);
  expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(listHooks(app, owner)[0]).toMatchObject({
    active: true,
    failingSince: new Date(began).toISOString(),
  });

  const deliveryId = listDeliveries(app, owner, hook.id)[0]!.id;
  sendAgain(app, owner, { id: hook.id, deliveryId });
  await w.send();
  expect(w.logOf(owner, hook.id)).toMatchObject([{ state: 'sent', attempts: 1, status: 204 }]);
  expect(listHooks(app, owner)[0]!.failingSince).toBeNull();
});

test.each([
  ['a redirect is not followed', status(302, { location: '/elsewhere' }), 302, 5 * SECOND],
  ['a busy receiver says how long to wait', status(503, { 'retry-after': '120' }), 503, 2 * MINUTE],
  ['a refusal is tried again', status(404), 404, 5 * SECOND],
] as const)('%s', async (w, _, answer, code, wait) => {
  const { app, owner, receiver } = w;
  app.clock.freeze();
  const hook = w.make(owner, '/ann');
  receiver.plan('/ann', answer);
  sendTest(app, owner, hook.id);
  await w.send();
  expect(receiver.calls.map(({ path }) => path)).toEqual(['/ann']);
  expect(listDeliveries(app, owner, hook.id)).toMatchObject([
    { state: 'waiting', status: code, nextAt: new Date(app.now() + wait).toISOString() },
  ]);
  app.clock.advance(wait);
  await w.send();
  expect(w.receivedAt(hook)).toMatchObject([{ type: 'test' }, { type: 'test' }] as never);
  expect(w.logOf(owner, hook.id)).toMatchObject([{ state: 'sent', attempts: 2 }]);
});

test('a receiver that answers 410 is switched off at once, and its owner told', async (w) => {
  const { app, owner, receiver } = w;
  const hook = w.make(owner, '/ann');
  receiver.plan('/ann', status(410));
  for (const words of ['Lamp', 'Sofa']) post(app, owner, words);
  await w.send();
  expect(receiver.calls.length).toBe(1);
  expect(w.logOf(owner, hook.id).map(({ state }) => state)).toEqual(['dropped', 'failed']);
  expect(listHooks(app, owner)).toMatchObject([{ active: false, offBecause: 'it answered that it is gone' }]);
  expect(app.outbox(ann.phone).at(-1)).toMatchObject({ kind: 'security', body: expect.stringMatching(OFF) });
  expect(() => sendTest(app, owner, hook.id)).toThrow('switched off');
  post(app, owner, 'Rug');
  changeHook(app, owner, { id: hook.id, active: true }, NO_BROWSER);
  post(app, owner, 'Mat');
  await w.send();
  expect(receiver.calls.length).toBe(2);
});

test('after three days of failure a hook is switched off', async (w) => {
  const { app, owner, receiver } = w;
  const hook = w.make(owner, '/ann');
  receiver.plan('/ann', ...Array.from({ length: 40 }, () => status(500)));
  for (let day = 0; listHooks(app, owner)[0]!.active; day++) {
    expect(day).toBeLessThan(5);
    post(app, owner, `Day ${day}`);
    await w.send();
    app.clock.advance(DAY - HOUR);
  }
  const { failingSince } = listHooks(app, owner)[0]!;
  expect(app.now() - Date.parse(failingSince!)).toBeWithin(3 * DAY, 5 * DAY);
  expect(app.outbox(ann.phone).filter(({ body }) => OFF.test(body)).length).toBe(1);
  expect(w.logOf(owner, hook.id).every(({ state }) => state !== 'waiting')).toBe(true);
});

test('a slow receiver holds up nobody else, and what is sent meanwhile', async (w) => {
  const { app, owner, member, receiver } = w;
  w.make(owner, '/slow');
  const fast = w.make(member, '/fast');
  const { promise, resolve } = Promise.withResolvers<Response>();
  receiver.plan('/slow', () => promise);
  const id = post(app, owner, 'Lamp #house');
  const sent = w.send();
  await until(() => w.typesAt(fast).length === 1);
  const second = post(app, owner, 'Sofa #house');
  await until(() => w.typesAt(fast).length === 2);
  expect(w.typesAt(fast)).toEqual([`message.created ${id}`, `message.created ${second}`]);
  expect(receiver.calls.filter(({ path }) => path === '/slow').length).toBe(1);
  resolve(new Response());
  await sent;
  expect(receiver.calls.filter(({ path }) => path === '/slow').length).toBe(2);
});

test('what a process that was killed had begun to send is sent again under its id', async (w) => {
  const { app, owner, receiver } = w;
  const hook = w.make(owner, '/ann');
  const { promise, resolve } = Promise.withResolvers<Response>();
  receiver.plan('/ann', () => promise);
  post(app, owner, 'Lamp');
  const { PATH } = process.env;
  const env = {
    PATH,
    DATA_DIR: app.config.dataDir,
    WEBHOOK_ALLOW: '127.0.0.1',
    LOG_LEVEL: 'silent',
    EMBEDDINGS: 'off',
  };
  const process_ = Bun.spawn([process.execPath, join(import.meta.dir, 'sender.ts')], { env });
  await until(() => receiver.calls.length === 1);
  process_.kill('SIGKILL');
  await process_.exited;
  resolve(new Response());
  await w.send();
  expect(receiver.calls.length).toBe(1); // perhaps another process is still sending it
  app.clock.advance(MINUTE);
  await w.send();
  await w.send();
  expect(w.receivedAt(hook).length).toBe(2);
  expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(w.logOf(owner, hook.id)).toMatchObject([{ state: 'sent', attempts: 2 }]);
});

test('for a day after its secret was renewed a hook is signed with both', async (w) => {
  const { app, owner, receiver } = w;
  const hook = w.make(owner, '/ann');
  const renewed = new Webhook(rotateSecret(app, owner, hook.id, NO_BROWSER).secret);
  const verifies = (one: Webhook, n: number) => {
    const { body, headers } = receiver.calls[n]!;
    try {
      one.verify(body, headers);
      return true;
    } catch {
      return false;
    }
  };
  sendTest(app, owner, hook.id);
  await w.send();
  expect(receiver.calls[0]!.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
  expect([verifies(hook.webhook, 0), verifies(renewed, 0)]).toEqual([true, true]);
  app.clock.advance(DAY + MINUTE);
  sendTest(app, owner, hook.id);
  await w.send();
  const { headers, body } = receiver.calls[1]!;
  expect(headers['webhook-signature']).toMatch(/^v1,\S{44}$/);
  expect(renewed.sign(headers['webhook-id']!, new Date(app.now()), body)).toBe(headers['webhook-signature']!);
  expect(hook.webhook.sign(headers['webhook-id']!, new Date(app.now()), body)).not.toBe(
    headers['webhook-signature']!,
  );
});

test.each([
  ['http://10.0.0.8/hook'],
  ['https://192.168.1.20/'],
  ['https://nas.local/'],
  ['https://me:secret@example.org/'],
  ['ftp://example.org/'],
  ['nonsense'],
] as const)('a hook to %s is refused', (w, url) => {
  const make = () => createHook(w.app, w.owner, hookInput.parse({ url }), NO_BROWSER);
  expect(make).toThrow('must be a public one with https');
});

test('a change is refused like a new hook, and a further hook than HOOKS_MAX', async (w) => {
  const { app, owner, receiver } = w;
  const all = w.make(owner, '/all', { everything: true });
  const change = (changes: Partial<ChangeHookInput>) => () =>
    changeHook(app, owner, { id: all.id, ...changes }, NO_BROWSER);
  const refused: [act: () => unknown, why: string][] = [
    [() => w.make(owner, '/all', { everything: true, boards: ['house'] }), 'cannot be limited to boards'],
    [change({ boards: ['house'] }), 'cannot be limited to boards'],
    [change({ url: 'https://nas.local/' }), 'must be a public one with https'],
    [() => sendAgain(app, owner, { id: all.id, deliveryId: 99 }), 'Delivery not found'],
  ];
  for (const [act, why] of refused) expect(act).toThrow(why);

  post(app, owner, 'Lamp');
  expect(change({ active: false })()).toMatchObject({ active: false, offBecause: null, waiting: 0 });
  await w.send();
  expect(receiver.calls).toEqual([]);
  for (let n = 1; n < HOOKS_MAX; n++) w.make(owner, '/ann');
  expect(() => w.make(owner, '/ann')).toThrow(`You have ${HOOKS_MAX} webhooks.`);
});

const NOT_CALLED = [
  ['a name that leads into our own network', [], 'https://example.org/', '10.0.0.8', 'not public'],
  ['a public address without https', ['10.0.0.0/8'], 'http://example.org/', '93.184.215.14', 'scheme http:'],
  ['another port than the usual', ['10.0.0.0/8'], 'https://example.org:8443/', '93.184.215.14', 'port 8443'],
] as const;
plainTest.each(NOT_CALLED)('no hook calls %s', async (_, hooks, url, ip, reason) => {
  const web = createWeb({ hooks, resolve: async () => [ip] });
  expect(web.call(url, { headers: {}, body: Buffer.from('') })).rejects.toThrow(reason);
  expect(web.mayCall('http://example.org/')).toBe(hooks.length > 0);
});

test('the log keeps the last hundred', async (w) => {
  const { app, owner } = w;
  const hook = w.make(owner, '/ann');
  for (let n = 0; n < 104; n++) post(app, owner, `Note ${n}`);
  await w.send();
  expect(w.typesAt(hook).length).toBe(104);
  const { count } = app.db.$client.query('select count(*) as count from hook_deliveries').get() as {
    count: number;
  };
  expect(count).toBe(100);
});
