import { expect } from 'bun:test';
import { eq } from 'drizzle-orm';
import { outbox } from '../../db/schema';
import type { Broadcast } from '../../src/contract/admin';
import { estimateAudience } from '../../src/operators/audience';
import { continueBroadcast } from '../../src/operators/broadcast-queue';
import {
  getBroadcast,
  listBroadcasts,
  sendTestBroadcast,
  startBroadcast,
  stopBroadcast,
} from '../../src/operators/broadcasts';
import { deleteOldTexts, enqueue, setStopped } from '../../src/outbox/outbox';
import { test } from '../support/app-test';
import { ann, bob, cho, dee } from '../support/cast';
import { DAY, MINUTE } from '../support/clock';
import { ensureUser } from '../support/people';
import { type TestServer, testServer, until } from '../support/server';
import { NOT_A_NUMBER, startTwilio } from '../support/twilio';
import { FAST, HELLO, sendQueued } from './broadcasting';

const send = (server: TestServer, message: string, who = ann) =>
  server.as(who).post<Broadcast & { error?: string }>('/api/admin/broadcast-sms', { message });

test('a broadcast texts everybody once, its sender too, and counts the texts', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio, env: { ...FAST, ADMIN_PHONES: ann.phone } });
  await server.introduce(ann);
  for (const person of [bob, cho, dee]) ensureUser(server.app, person);
  ensureUser(server.app, { ...bob, phone: '+12025550188' });
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

test('a broadcast still counts its texts when they have left the outbox', async () => {
  await using server = await testServer({ env: { ...FAST, ADMIN_PHONES: ann.phone } });
  await server.introduce(ann);
  ensureUser(server.app, bob);
  const { body } = await send(server, HELLO);
  server.app.clock.advance(31 * DAY);
  await deleteOldTexts(server.app);
  expect(server.app.outbox()).toEqual([]);
  expect(getBroadcast(server.app, body.id)).toMatchObject({
    state: 'done',
    successful: 2,
    failed: 0,
    skipped: 0,
  });
});

test('a number that cannot be texted counts as failed, with the error code', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio, env: { ...FAST, ADMIN_PHONES: ann.phone } });
  await server.introduce(ann);
  ensureUser(server.app, bob);
  twilio.failNext(NOT_A_NUMBER);
  const { body } = await send(server, HELLO);
  expect(body).toMatchObject({ successful: 1, failed: 1, remaining: 0 });
  const failed = server.app.db.select().from(outbox).where(eq(outbox.state, 'failed')).all();
  expect(failed.map(({ errorCode }) => errorCode)).toEqual([21211]);
});

test('ten clicks by two operators at the same time start one broadcast', async () => {
  await using server = await testServer({ env: { ...FAST, ADMIN_PHONES: `${ann.phone},${bob.phone}` } });
  for (const person of [ann, bob]) await server.introduce(person);
  ensureUser(server.app, cho);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => send(server, HELLO, n % 2 ? ann : bob)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  await until(() => listBroadcasts(server.app)[0]?.state === 'done');
  expect(server.received(cho.phone)).toEqual([HELLO]);
});

test('a broadcast is refused while another is sent, and if it repeats the words of a recent one', ({
  app,
}) => {
  const operator = ensureUser(app, ann);
  const id = startBroadcast(app, operator, HELLO);
  expect(() => startBroadcast(app, operator, 'Something else')).toThrow('Another broadcast is on its way.');
  sendQueued(app);
  continueBroadcast(app);
  expect(getBroadcast(app, id).state).toBe('done');
  expect(() => startBroadcast(app, operator, HELLO)).toThrow('in the last ten minutes');
  app.clock.advance(10 * MINUTE + 1);
  expect(startBroadcast(app, operator, HELLO)).toBeGreaterThan(id);
});

test('an eleventh broadcast in a day is refused', ({ app }) => {
  const operator = ensureUser(app, ann);
  const startAndStop = (n: number) =>
    stopBroadcast(app, operator, startBroadcast(app, operator, `News ${n}`));
  for (let n = 0; n < 10; n++) startAndStop(n);
  expect(() => startAndStop(10)).toThrow('Ten broadcasts a day');
  app.clock.advance(DAY + 1);
  startAndStop(11);
});

test('a broadcast has at most 1,600 characters, and an emoji counts as two', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio, env: { ...FAST, ADMIN_PHONES: ann.phone } });
  for (const [message, status] of [
    [' ', 400],
    ['\ud83d', 400],
    ['a\0b', 400],
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
  ensureUser(server.app, bob);
  const operator = server.as(ann);
  const sendTest = () => operator.post('/api/admin/broadcast-sms/test', { message: HELLO });
  for (let n = 0; n < 20; n++) expect((await sendTest()).status).toBe(200);
  expect((await sendTest()).status).toBe(429);
  await until(() => server.received(ann.phone).filter((text) => text === HELLO).length === 20);
  expect(server.received(bob.phone)).toEqual([]);
});

test('a test to an operator who has texted STOP is refused with the way back', ({ app, user }) => {
  setStopped(app, user.phone, true);
  expect(() => sendTestBroadcast(app, user, HELLO)).toThrow('text START');
  expect(app.outbox(user.phone).filter(({ kind }) => kind === 'broadcast')).toEqual([]);
});

test('the estimate counts people and knows the price of a segment', ({ app }) => {
  for (const person of [ann, bob]) ensureUser(app, person);
  setStopped(app, bob.phone, true);
  expect(estimateAudience(app)).toEqual({ people: 1, optedOut: 1, unreachable: 0, pace: 20, price: null });
  for (const paid of [
    { segments: 1, price: '-0.00790 USD' },
    { segments: 3, price: '-0.02410 USD' },
  ]) {
    enqueue(app, { to: ann.phone, body: 'x', kind: 'reply' });
    const isNew = eq(outbox.state, 'queued');
    app.db
      .update(outbox)
      .set({ ...paid, state: 'delivered' })
      .where(isNew)
      .run();
  }
  expect(estimateAudience(app).price).toEqual({ amount: expect.closeTo(0.008, 6), currency: 'USD' });
});
