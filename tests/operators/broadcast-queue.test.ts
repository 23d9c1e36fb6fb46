import { expect, test } from 'bun:test';
import { outbox, users } from '../../db/schema';
import { countSegments } from '../../src/contract/segments';
import { continueBroadcast } from '../../src/operators/broadcast-queue';
import { getBroadcast, startBroadcast, stopBroadcast } from '../../src/operators/broadcasts';
import { removeUser } from '../../src/operators/users';
import { enqueue, setStopped } from '../../src/outbox/outbox';
import { setOperator } from '../../src/people/operators';
import { testApp } from '../support/app';
import { ann, bob, cho, dee } from '../support/cast';
import { MINUTE, SECOND } from '../support/clock';
import { ensureUser } from '../support/people';
import { addPeople, broadcastTexts, FAST, HELLO, runSeconds, sendQueued } from './broadcasting';

test('texts go out at the configured pace, and longer texts take longer', async () => {
  await using app = testApp({ BROADCAST_PACE: '2' });
  app.clock.freeze();
  addPeople(app, 40);
  const long = 'x'.repeat(1600);
  expect(countSegments(long)).toBe(11);
  const countQueued = (message: string, seconds: number) => {
    const operator = ensureUser(app, ann);
    const id = startBroadcast(app, operator, message);
    runSeconds(app, seconds);
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

test('each text of another kind takes the place of one text of a broadcast', async () => {
  await using app = testApp({ BROADCAST_PACE: '1' });
  app.clock.freeze();
  addPeople(app, 40);
  startBroadcast(app, ensureUser(app, ann), HELLO);
  sendQueued(app);
  const before = broadcastTexts(app).length;
  for (let n = 0; n < 8; n++) enqueue(app, { to: bob.phone, body: 'Code', kind: 'code' });
  for (let second = 0; second < 10; second++) {
    app.clock.advance(SECOND);
    continueBroadcast(app);
  }
  expect(broadcastTexts(app).length - before).toBe(2);
});

test('at most 50 texts wait while the gateway takes none', async () => {
  await using app = testApp(FAST);
  const operator = ensureUser(app, ann);
  addPeople(app, 120);
  const id = startBroadcast(app, operator, HELLO);
  for (let n = 0; n < 10; n++) continueBroadcast(app);
  expect(broadcastTexts(app)).toHaveLength(50);
  expect(getBroadcast(app, id)).toMatchObject({ state: 'sending', successful: 0, remaining: 121 });
});

test('a stopped broadcast texts nobody else and counts them as skipped', async () => {
  await using app = testApp({ BROADCAST_PACE: '3' });
  const operator = ensureUser(app, ann);
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

test("a broadcast's texts that wait for the budget count as remaining; a stop drops them", async () => {
  await using app = testApp(FAST);
  const operator = ensureUser(app, ann);
  addPeople(app, 9);
  const id = startBroadcast(app, operator, HELLO);
  continueBroadcast(app);
  app.db.update(outbox).set({ state: 'limited' }).run();
  continueBroadcast(app);
  expect(getBroadcast(app, id)).toMatchObject({ state: 'sending', remaining: 10, skipped: 0 });
  expect(stopBroadcast(app, operator, id)).toMatchObject({ state: 'stopped', remaining: 0, skipped: 10 });
  expect(broadcastTexts(app).every(({ state }) => state === 'dropped')).toBe(true);
});

test('people who join, opt out or are deleted during a broadcast get no text', async () => {
  await using app = testApp({ BROADCAST_PACE: '1' });
  const operator = ensureUser(app, ann);
  const [b, c, d] = [bob, cho, dee].map((person) => ensureUser(app, person));
  const id = startBroadcast(app, operator, HELLO);
  sendQueued(app);
  const first = broadcastTexts(app).map(({ phone }) => phone);
  expect(first).toEqual([ann.phone, bob.phone].slice(0, first.length));
  setStopped(app, c!.phone, true);
  removeUser(app, operator, d!.id);
  ensureUser(app, { ...bob, phone: '+12025550199' });
  runSeconds(app, 10);
  expect(broadcastTexts(app).map(({ phone }) => phone)).toEqual([ann.phone, b!.phone]);
  expect(getBroadcast(app, id)).toMatchObject({ state: 'done', successful: 2, skipped: 1, remaining: 0 });
});

test('a broadcast goes on when the account of its sender is deleted', async () => {
  await using app = testApp({ BROADCAST_PACE: '1' });
  const operator = ensureUser(app, ann);
  ensureUser(app, bob);
  const other = setOperator(app, bob.phone, true);
  const id = startBroadcast(app, operator, HELLO);
  removeUser(app, other, operator.id);
  runSeconds(app, 5);
  expect(getBroadcast(app, id)).toMatchObject({ state: 'done', successful: 1, sentBy: null });
});

test('a broadcast to nobody is done at once', async () => {
  await using app = testApp();
  const operator = ensureUser(app, ann);
  setStopped(app, ann.phone, true);
  expect(getBroadcast(app, startBroadcast(app, operator, HELLO))).toMatchObject({
    state: 'done',
    skipped: 1,
    remaining: 0,
  });
});

test('after a kill nobody is texted twice or left out', async () => {
  await using app = testApp({ BROADCAST_PACE: '5' });
  const operator = ensureUser(app, ann);
  addPeople(app, 30);
  const id = startBroadcast(app, operator, HELLO);
  for (let n = 0; getBroadcast(app, id).state === 'sending' && n < 100; n++) {
    app.clock.advance(SECOND);
    // simulates a kill in the middle of a step: the rollback undoes the whole step
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
