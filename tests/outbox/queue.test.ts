import { test as bunTest, expect } from 'bun:test';
import { outbox } from '../../db/schema';
import type { OutgoingText } from '../../src/app/gateway';
import { enqueue, type TextKind } from '../../src/outbox/outbox';
import { resumeTurns } from '../../src/outbox/turns';
import { type OutboxWorker, startOutboxWorker } from '../../src/outbox/worker';
import { testApp } from '../support/app';
import { until } from '../support/server';
import { watchStatements } from '../support/statements';
import { testIn } from '../support/test-in';
import { TWILIO } from '../support/twilio-account';

const [ANN, CHO] = [1, 2];
const phoneOf = (n: number) => `+1303555${String(n).padStart(4, '0')}`;

function open(pace: number) {
  const app = testApp({ ...TWILIO, BROADCAST_PACE: String(pace) });
  const given: string[] = [];
  const hanging = Promise.withResolvers<void>();
  let hangs = (_text: OutgoingText) => false;
  let worker: OutboxWorker | undefined;
  Object.assign(app.sms, {
    async send(text: OutgoingText) {
      given.push(text.body);
      if (hangs(text)) await hanging.promise;
      return { sid: `SM${text.id}` };
    },
  });
  return {
    app,
    given,
    start() {
      worker = startOutboxWorker(app);
    },
    hangOn(which: typeof hangs) {
      hangs = which;
    },
    text(kind: TextKind, body: string, { to = phoneOf(0), cause }: { to?: string; cause?: number } = {}) {
      expect(enqueue(app, { to, kind, body, cause })).toBe(true);
    },
    flood(count: number, cause = ANN) {
      for (let n = 0; n < count; n++)
        enqueue(app, { to: phoneOf(n), kind: 'notification', body: `Flood ${n}`, cause });
    },
    async [Symbol.asyncDispose]() {
      hanging.resolve();
      await worker?.stop();
      await app[Symbol.asyncDispose]();
    },
  };
}

const test = testIn(() => open(1000));
const testAtUsualPace = testIn(() => open(1));

test('codes go first, then answers, reminders and the rest', async ({ given, start, text }) => {
  text('broadcast', 'broadcast');
  text('notification', 'notification', { cause: ANN });
  text('reminder', 'reminder');
  text('reply', 'answer');
  text('code', 'code');
  start();
  await until(() => given.length === 5);
  expect(given).toEqual(['code', 'answer', 'reminder', 'broadcast', 'notification']);
});

test('a flood delays nobody else, whose texts go in turns', async ({ given, start, text, flood }) => {
  flood(100);
  text('membership', 'From Cho 1', { to: phoneOf(200), cause: CHO });
  text('membership', 'From Cho 2', { to: phoneOf(201), cause: CHO });
  start();
  await until(() => given.length === 102);
  expect(given.slice(0, 4)).toEqual(['Flood 0', 'From Cho 1', 'Flood 1', 'From Cho 2']);
});

test('who comes while a flood goes out is next', async ({ app, given, start, text, flood }) => {
  flood(200);
  app.db
    .update(outbox)
    .set({ nextAt: app.now() + 60_000 })
    .run();
  app.db.$client.run('update outbox set next_at = 0 where id <= 100');
  start();
  await until(() => given.length === 100);
  text('notification', 'From Cho', { to: phoneOf(200), cause: CHO });
  app.db.$client.run('update outbox set next_at = 0');
  app.wakeOutbox();
  await until(() => given.length === 201);
  expect(given.slice(98, 103)).toContain('From Cho');
});

test('after a restart nobody overtakes those who wait', ({ app, text, flood }) => {
  flood(100);
  app.db.$client.run("update outbox set state = 'sent' where turn < 50");
  resumeTurns(app);
  text('notification', 'From Cho', { to: phoneOf(200), cause: CHO });
  expect(app.db.select().from(outbox).all().at(-1)).toMatchObject({ body: 'From Cho', turn: 50 });
});

test('somebody who asks much does not hold up all others', async ({ given, start, text }) => {
  for (let n = 0; n < 30; n++) text('reply', `Answer ${n}`);
  text('notification', 'From Cho', { to: phoneOf(200), cause: CHO });
  start();
  await until(() => given.length === 31);
  expect(given.indexOf('From Cho')).toBeLessThan(15);
});

testAtUsualPace('an answer does not wait for notifications', async ({ given, start, text }) => {
  for (let n = 0; n < 3; n++) text('notification', `${n}${'x'.repeat(600)}`, { to: phoneOf(n), cause: ANN }); // four segments each
  start();
  await until(() => given.length === 1);
  text('reply', 'Answer', { to: phoneOf(9) });
  await until(() => given.length === 2);
  expect(given[1]).toBe('Answer');
});

test('texts on which the gateway hangs hold up no other', async ({ given, hangOn, start, text, flood }) => {
  hangOn(({ body }) => body.startsWith('Flood'));
  flood(60);
  start();
  await until(() => given.length >= 16);
  text('welcome', 'Welcome', { to: phoneOf(200) });
  await until(() => given.includes('Welcome'));
  expect(given.length).toBeLessThan(30);
  text('membership', 'From Cho', { to: phoneOf(201), cause: CHO });
  await until(() => given.includes('From Cho'));
  expect(given.length).toBeLessThan(62);
});

test('a number on which the gateway hangs holds four places', async ({ given, hangOn, start, text }) => {
  hangOn(({ to }) => to === phoneOf(0));
  for (let n = 0; n < 10; n++) text('notification', `Hangs ${n}`, { cause: ANN });
  text('notification', 'Another', { to: phoneOf(1), cause: ANN });
  start();
  await until(() => given.includes('Another'));
  expect(given.filter((body) => body.startsWith('Hangs'))).toHaveLength(4);
  text('code', 'Code');
  await until(() => given.includes('Code'));
});

bunTest('the queue is read in its order, without sorting it', async () => {
  using statements = watchStatements();
  await using world = open(1000);
  world.flood(3);
  world.start();
  await until(() => world.given.length === 3);
  const plans = [...statements.plans].filter(([sql]) => /outbox_turn|turn desc/.test(sql));
  expect(plans).toHaveLength(3);
  for (const [, plan] of plans) {
    expect(plan[0]).toMatch(/USING INDEX outbox_(turn|cause)/);
    expect(plan.join()).not.toContain('B-TREE');
  }
});
