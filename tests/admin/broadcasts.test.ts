import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { outbox, users } from '../../db/schema';
import { estimateAudience } from '../../src/admin/audience';
import { continueBroadcast } from '../../src/admin/broadcast-queue';
import { getBroadcast, listBroadcasts, startBroadcast, stopBroadcast } from '../../src/admin/broadcasts';
import { removeUser } from '../../src/admin/users';
import type { Broadcast } from '../../src/contract/admin';
import { countSegments } from '../../src/contract/segments';
import { setStopped } from '../../src/outbox/outbox';
import { setOperator } from '../../src/users/operators';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, cho, dee } from '../support/cast';
import { DAY, MINUTE, SECOND } from '../support/clock';
import { settle } from '../support/people';
import { type TestServer, testServer, until } from '../support/server';
import { NOT_A_NUMBER, startTwilio } from '../support/twilio';

const FAST = { BROADCAST_PACE: '1000' };
const HELLO = 'You can now text photos, too.';

const addPeople = (app: TestApp, count: number) =>
  Array.from({ length: count }, (_, n) =>
    settle(app, { ...dee, phone: `+1303555${String(n).padStart(4, '0')}` }),
  );
const broadcastTexts = (app: TestApp) => app.outbox().filter(({ kind }) => kind === 'broadcast');
const send = (server: TestServer, message: string, who = ann) =>
  server.as(who).post<Broadcast & { error?: string }>('/api/admin/broadcast-sms', { message });

/** Marks all queued texts as taken by the gateway. */
const sendQueued = (app: TestApp, state: 'sent' | 'failed' = 'sent') =>
  app.db.update(outbox).set({ state }).where(eq(outbox.state, 'queued')).run();

test('everybody is texted once, the sender too, and the answer counts them', async () => {
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

test('a number that cannot be texted counts as failed, with the error code', async () => {
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

test('ten clicks by two operators at the same time are one broadcast', async () => {
  await using server = await testServer({ env: { ...FAST, ADMIN_PHONES: `${ann.phone},${bob.phone}` } });
  for (const person of [ann, bob]) await server.introduce(person);
  settle(server.app, cho);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => send(server, HELLO, n % 2 ? ann : bob)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  await until(() => listBroadcasts(server.app)[0]?.state === 'done');
  expect(server.received(cho.phone)).toEqual([HELLO]);
});

test('the same text is refused for ten minutes, any other while one is being sent', async () => {
  await using app = testApp();
  const operator = settle(app, ann);
  const id = startBroadcast(app, operator, HELLO);
  expect(() => startBroadcast(app, operator, 'Something else')).toThrow('Another broadcast is on its way.');
  sendQueued(app);
  continueBroadcast(app);
  expect(getBroadcast(app, id).state).toBe('done');
  expect(() => startBroadcast(app, operator, HELLO)).toThrow('in the last ten minutes');
  app.clock.advance(10 * MINUTE + 1);
  expect(startBroadcast(app, operator, HELLO)).toBeGreaterThan(id);
});

test('an eleventh broadcast in a day is refused', async () => {
  await using app = testApp();
  const operator = settle(app, ann);
  const startAndStop = (n: number) =>
    stopBroadcast(app, operator, startBroadcast(app, operator, `News ${n}`));
  for (let n = 0; n < 10; n++) startAndStop(n);
  expect(() => startAndStop(10)).toThrow('Ten broadcasts a day');
  app.clock.advance(DAY + 1);
  startAndStop(11);
});

test('texts go out at the configured pace, longer texts slower', async () => {
  await using app = testApp({ BROADCAST_PACE: '2' });
  app.clock.freeze();
  addPeople(app, 40);
  const long = 'x'.repeat(1600);
  expect(countSegments(long)).toBe(11);
  const countQueued = (message: string, seconds: number) => {
    const operator = settle(app, ann);
    const id = startBroadcast(app, operator, message);
    for (let second = 0; second < seconds; second++) {
      app.clock.advance(SECOND);
      sendQueued(app);
      continueBroadcast(app);
    }
    stopBroadcast(app, operator, id);
    const count = broadcastTexts(app).length;
    app.db.delete(outbox).run();
    return count;
  };
  const short = countQueued(HELLO, 10);
  expect(short).toBeGreaterThanOrEqual(20);
  expect(short).toBeLessThanOrEqual(25);
  expect(countQueued(long, 11)).toBe(3);
});

test('at most 50 texts wait while the gateway takes none', async () => {
  await using app = testApp(FAST);
  const operator = settle(app, ann);
  addPeople(app, 120);
  const id = startBroadcast(app, operator, HELLO);
  for (let n = 0; n < 10; n++) continueBroadcast(app);
  expect(broadcastTexts(app)).toHaveLength(50);
  expect(getBroadcast(app, id)).toMatchObject({ state: 'sending', successful: 0, remaining: 121 });
});

test('a stopped broadcast texts nobody else and counts them as skipped', async () => {
  await using app = testApp({ BROADCAST_PACE: '3' });
  const operator = settle(app, ann);
  addPeople(app, 99);
  const id = startBroadcast(app, operator, HELLO);
  sendQueued(app);
  app.clock.advance(5 * SECOND);
  continueBroadcast(app);
  const before = broadcastTexts(app).length;
  expect(before).toBeGreaterThan(3);
  const stopped = stopBroadcast(app, operator, id);
  expect(stopped).toMatchObject({ state: 'stopped', remaining: 0, failed: 0 });
  expect(stopped.successful + stopped.skipped).toBe(100);
  app.clock.advance(MINUTE);
  continueBroadcast(app);
  expect(broadcastTexts(app)).toHaveLength(before);
  expect(broadcastTexts(app).filter(({ state }) => state === 'queued')).toEqual([]);
  expect(stopBroadcast(app, operator, id)).toEqual(stopped);
});

test('people who join, opt out or are deleted meanwhile are not texted', async () => {
  await using app = testApp({ BROADCAST_PACE: '1' });
  const operator = settle(app, ann);
  const [b, c, d] = [bob, cho, dee].map((person) => settle(app, person));
  const id = startBroadcast(app, operator, HELLO);
  sendQueued(app);
  const first = broadcastTexts(app).map(({ phone }) => phone);
  expect(first).toEqual([ann.phone, bob.phone].slice(0, first.length));
  setStopped(app, c!.phone, true);
  removeUser(app, operator, d!.id);
  settle(app, { ...bob, phone: '+12025550199' });
  for (let n = 0; n < 10; n++) {
    app.clock.advance(SECOND);
    continueBroadcast(app);
    sendQueued(app);
  }
  expect(broadcastTexts(app).map(({ phone }) => phone)).toEqual([ann.phone, b!.phone]);
  expect(getBroadcast(app, id)).toMatchObject({ state: 'done', successful: 2, skipped: 1, remaining: 0 });
});

test('a broadcast goes on when the account of its sender is deleted', async () => {
  await using app = testApp({ BROADCAST_PACE: '1' });
  const operator = settle(app, ann);
  settle(app, bob);
  const other = setOperator(app, bob.phone, true);
  const id = startBroadcast(app, operator, HELLO);
  removeUser(app, other, operator.id);
  for (let n = 0; n < 5; n++) {
    sendQueued(app);
    app.clock.advance(SECOND);
    continueBroadcast(app);
  }
  expect(getBroadcast(app, id)).toMatchObject({ state: 'done', successful: 1, sentBy: null });
});

test('a broadcast to nobody is done at once', async () => {
  await using app = testApp();
  const operator = settle(app, ann);
  setStopped(app, ann.phone, true);
  expect(getBroadcast(app, startBroadcast(app, operator, HELLO))).toMatchObject({
    state: 'done',
    skipped: 1,
    remaining: 0,
  });
});

test('a broadcast has at most 1,600 characters, and an emoji counts as two', async () => {
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

test('a test is texted to the operator alone, at most twenty times an hour', async () => {
  await using server = await testServer();
  settle(server.app, bob);
  const operator = server.as(ann);
  const sendTest = () => operator.post('/api/admin/broadcast-sms/test', { message: HELLO });
  for (let n = 0; n < 20; n++) expect((await sendTest()).status).toBe(200);
  expect((await sendTest()).status).toBe(429);
  await until(() => server.received(ann.phone).filter((text) => text === HELLO).length === 20);
  expect(server.received(bob.phone)).toEqual([]);
});

test('the estimate counts people and knows the price of a segment', async () => {
  await using app = testApp();
  const [a, b] = [settle(app, ann), settle(app, bob)];
  setStopped(app, b.phone, true);
  expect(estimateAudience(app)).toEqual({ people: 1, optedOut: 1, unreachable: 0, pace: 20, price: null });
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
  expect(estimateAudience(app).price).toEqual({ amount: expect.closeTo(0.008, 6), currency: 'USD' });
});

test('after a kill nobody is texted twice or left out', async () => {
  await using app = testApp({ BROADCAST_PACE: '5' });
  const operator = settle(app, ann);
  addPeople(app, 30);
  const id = startBroadcast(app, operator, HELLO);
  for (let n = 0; getBroadcast(app, id).state === 'sending' && n < 100; n++) {
    app.clock.advance(SECOND);
    // as if killed in the middle of a step: nothing of it is stored
    app.db.$client.run('begin');
    continueBroadcast(app);
    app.db.$client.run('rollback');
    continueBroadcast(app);
    sendQueued(app);
  }
  expect(broadcastTexts(app)).toHaveLength(31);
  expect(new Set(broadcastTexts(app).map(({ phone }) => phone)).size).toBe(31);
  expect(app.db.select().from(users).all()).toHaveLength(31);
});
