import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { outbox, users } from '../../db/schema';
import { audience, continueBroadcast, list, progress, start, stop } from '../../src/admin/broadcasts';
import { removeUser } from '../../src/admin/users';
import type { Broadcast } from '../../src/contract/admin';
import { countSegments } from '../../src/contract/segments';
import { setStopped } from '../../src/outbox/outbox';
import { makeOperator } from '../../src/users/users';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, cho, dee } from '../support/cast';
import { DAY, MINUTE, SECOND } from '../support/clock';
import { settle } from '../support/people';
import { type TestServer, testServer, until } from '../support/server';
import { NOT_A_NUMBER, startTwilio } from '../support/twilio';

const FAST = { BROADCAST_PACE: '1000' };
const HELLO = 'You can now text photos, too.';

const crowd = (app: TestApp, count: number) =>
  Array.from({ length: count }, (_, n) =>
    settle(app, { ...dee, phone: `+1303555${String(n).padStart(4, '0')}` }),
  );
const texted = (app: TestApp) => app.outbox().filter(({ kind }) => kind === 'broadcast');
const send = (server: TestServer, message: string, who = ann) =>
  server.as(who).post<Broadcast & { error?: string }>('/api/admin/broadcast-sms', { message });

/** What the worker does, without a gateway. */
const take = (app: TestApp, state: 'sent' | 'failed' = 'sent') =>
  app.db.update(outbox).set({ state }).where(eq(outbox.state, 'queued')).run();

test('everybody is texted once, the sender too, and the answer counts what the gateway took', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio, env: { ...FAST, ADMIN_PHONES: ann.phone } });
  await server.introduce(ann);
  for (const person of [bob, cho, dee]) settle(server.app, person);
  settle(server.app, { ...bob, phone: '+12025550188' });
  setStopped(server.app, '+12025550188', true);
  const { status, body } = await send(server, HELLO);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    state: 'done',
    successful: 4,
    failed: 0,
    skipped: 1,
    remaining: 0,
    sentBy: 'Ann Lee',
  });
  for (const { phone } of [ann, bob, cho, dee])
    expect(twilio.sentTo(phone).filter((text) => text === HELLO)).toEqual([HELLO]);
  expect(twilio.sentTo('+12025550188')).toEqual([]);
});

test('who cannot be texted is counted as failed, and why stays readable', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio, env: { ...FAST, ADMIN_PHONES: ann.phone } });
  await server.introduce(ann);
  settle(server.app, bob);
  twilio.failNext(NOT_A_NUMBER);
  const { body } = await send(server, HELLO);
  expect(body).toMatchObject({ successful: 1, failed: 1, remaining: 0 });
  const failed = server.app.db.select().from(outbox).where(eq(outbox.state, 'failed')).all();
  expect(failed.map(({ errorCode }) => errorCode)).toEqual([21211]);
});

test('ten clicks at once, of two operators, are one broadcast', async () => {
  await using server = await testServer({ env: { ...FAST, ADMIN_PHONES: `${ann.phone},${bob.phone}` } });
  for (const person of [ann, bob]) await server.introduce(person);
  settle(server.app, cho);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => send(server, HELLO, n % 2 ? ann : bob)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  await until(() => list(server.app)[0]?.state === 'done');
  expect(server.received(cho.phone)).toEqual([HELLO]);
});

test('the same words are refused for ten minutes, and others while one is on its way', async () => {
  await using app = testApp();
  const operator = settle(app, ann);
  const id = start(app, operator, HELLO);
  expect(() => start(app, operator, 'Something else')).toThrow('Another broadcast is on its way.');
  take(app);
  continueBroadcast(app);
  expect(progress(app, id).state).toBe('done');
  expect(() => start(app, operator, HELLO)).toThrow('in the last ten minutes');
  app.clock.advance(10 * MINUTE + 1);
  expect(start(app, operator, HELLO)).toBeGreaterThan(id);
});

test('ten broadcasts a day are the most', async () => {
  await using app = testApp();
  const operator = settle(app, ann);
  const one = (n: number) => stop(app, operator, start(app, operator, `News ${n}`));
  for (let n = 0; n < 10; n++) one(n);
  expect(() => one(10)).toThrow('Ten broadcasts a day');
  app.clock.advance(DAY + 1);
  one(11);
});

test('texts go out at the pace the number allows, longer ones slower', async () => {
  await using app = testApp({ BROADCAST_PACE: '2' });
  app.clock.hold();
  crowd(app, 40);
  const long = 'x'.repeat(1600);
  expect(countSegments(long)).toBe(11);
  const written = (message: string, seconds: number) => {
    const operator = settle(app, ann);
    const id = start(app, operator, message);
    for (let second = 0; second < seconds; second++) {
      app.clock.advance(SECOND);
      take(app);
      continueBroadcast(app);
    }
    stop(app, operator, id);
    const count = texted(app).length;
    app.db.delete(outbox).run();
    return count;
  };
  const short = written(HELLO, 10);
  expect(short).toBeGreaterThanOrEqual(20);
  expect(short).toBeLessThanOrEqual(25);
  expect(written(long, 11)).toBe(3);
});

test('it does not pile up texts while the gateway takes none', async () => {
  await using app = testApp(FAST);
  const operator = settle(app, ann);
  crowd(app, 120);
  const id = start(app, operator, HELLO);
  for (let n = 0; n < 10; n++) continueBroadcast(app);
  expect(texted(app)).toHaveLength(50);
  expect(progress(app, id)).toMatchObject({ state: 'sending', successful: 0, remaining: 121 });
});

test('stopped, it texts nobody further, and says who was not', async () => {
  await using app = testApp({ BROADCAST_PACE: '3' });
  const operator = settle(app, ann);
  crowd(app, 99);
  const id = start(app, operator, HELLO);
  take(app);
  app.clock.advance(5 * SECOND);
  continueBroadcast(app);
  const before = texted(app).length;
  expect(before).toBeGreaterThan(3);
  const stopped = stop(app, operator, id);
  expect(stopped).toMatchObject({ state: 'stopped', remaining: 0, failed: 0 });
  expect(stopped.successful + stopped.skipped).toBe(100);
  app.clock.advance(MINUTE);
  continueBroadcast(app);
  expect(texted(app)).toHaveLength(before);
  expect(texted(app).filter(({ state }) => state === 'queued')).toEqual([]);
  expect(stop(app, operator, id)).toEqual(stopped);
});

test('who joins, opts out or is deleted meanwhile is not texted', async () => {
  await using app = testApp({ BROADCAST_PACE: '1' });
  const operator = settle(app, ann);
  const [b, c, d] = [bob, cho, dee].map((person) => settle(app, person));
  const id = start(app, operator, HELLO);
  take(app);
  const first = texted(app).map(({ phone }) => phone);
  expect(first).toEqual([ann.phone, bob.phone].slice(0, first.length));
  setStopped(app, c!.phone, true);
  removeUser(app, operator, d!.id);
  settle(app, { ...bob, phone: '+12025550199' });
  for (let n = 0; n < 10; n++) {
    app.clock.advance(SECOND);
    continueBroadcast(app);
    take(app);
  }
  expect(texted(app).map(({ phone }) => phone)).toEqual([ann.phone, b!.phone]);
  expect(progress(app, id)).toMatchObject({ state: 'done', successful: 2, skipped: 1, remaining: 0 });
});

test('a broadcast outlives the account of who sent it', async () => {
  await using app = testApp({ BROADCAST_PACE: '1' });
  const operator = settle(app, ann);
  settle(app, bob);
  const other = makeOperator(app, bob.phone, true);
  const id = start(app, operator, HELLO);
  removeUser(app, other, operator.id);
  for (let n = 0; n < 5; n++) {
    take(app);
    app.clock.advance(SECOND);
    continueBroadcast(app);
  }
  expect(progress(app, id)).toMatchObject({ state: 'done', successful: 1, sentBy: null });
});

test('with nobody to text it is done at once', async () => {
  await using app = testApp();
  const operator = settle(app, ann);
  setStopped(app, ann.phone, true);
  expect(progress(app, start(app, operator, HELLO))).toMatchObject({
    state: 'done',
    skipped: 1,
    remaining: 0,
  });
});

test('1,600 characters are the most, and an emoji is two of them, as the gateway counts', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio, env: { ...FAST, ADMIN_PHONES: ann.phone } });
  for (const [message, status] of [
    [' ', 400],
    ['\ud83d', 400],
    ['x'.repeat(1601), 400],
    ['😀'.repeat(801), 400],
    ['x'.repeat(1600), 200],
    ['😀'.repeat(800), 200],
  ] as const) {
    const answer = await send(server, message);
    expect({ message, status: answer.status }).toEqual({ message, status });
    if (status === 200) expect(answer.body).toMatchObject({ successful: 1, failed: 0 });
  }
  expect(
    twilio
      .sentTo(ann.phone)
      .slice(1)
      .map(({ length }) => length),
  ).toEqual([1600, 1600]);
});

test('a test goes to the operator alone, and as often as twenty times an hour', async () => {
  await using server = await testServer();
  settle(server.app, bob);
  const operator = server.as(ann);
  const tried = () => operator.post('/api/admin/broadcast-sms/test', { message: HELLO });
  for (let n = 0; n < 20; n++) expect((await tried()).status).toBe(200);
  expect((await tried()).status).toBe(429);
  await until(() => server.received(ann.phone).filter((text) => text === HELLO).length === 20);
  expect(server.received(bob.phone)).toEqual([]);
});

test('the estimate knows whom it reaches and what a segment has cost', async () => {
  await using app = testApp();
  const [a, b] = [settle(app, ann), settle(app, bob)];
  setStopped(app, b.phone, true);
  expect(audience(app)).toEqual({ people: 1, optedOut: 1, unreachable: 0, pace: 20, price: null });
  const row = {
    phone: a.phone,
    body: 'x',
    kind: 'reply',
    state: 'delivered',
    nextAt: 0,
    createdAt: app.now(),
  } as const;
  app.db
    .insert(outbox)
    .values({ ...row, segments: 1, price: '-0.00790 USD' })
    .run();
  app.db
    .insert(outbox)
    .values({ ...row, segments: 3, price: '-0.02410 USD' })
    .run();
  expect(audience(app).price).toEqual({ amount: expect.closeTo(0.008, 6), currency: 'USD' });
});

test('a process that is killed goes on where it was: nobody is texted twice or left out', async () => {
  await using app = testApp({ BROADCAST_PACE: '5' });
  const operator = settle(app, ann);
  crowd(app, 30);
  const id = start(app, operator, HELLO);
  for (let n = 0; progress(app, id).state === 'sending' && n < 100; n++) {
    app.clock.advance(SECOND);
    // killed in the middle of a step: nothing of it is there
    app.db.$client.run('begin');
    continueBroadcast(app);
    app.db.$client.run('rollback');
    continueBroadcast(app);
    take(app);
  }
  expect(texted(app)).toHaveLength(31);
  expect(new Set(texted(app).map(({ phone }) => phone)).size).toBe(31);
  expect(app.db.select().from(users).all()).toHaveLength(31);
});
