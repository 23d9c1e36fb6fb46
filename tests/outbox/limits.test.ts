import { expect, test } from 'bun:test';
import { checkHealth } from '../../src/operators/health/health';
import { queueLimitedTexts } from '../../src/outbox/limits';
import { enqueue, enqueueStopAnswer } from '../../src/outbox/outbox';
import { type TestApp, testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { DAY, HOUR, MINUTE } from '../support/clock';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { textIn } from '../support/texts';
import { TWILIO } from '../support/twilio-account';

const phoneOf = (n: number) => `+1303555${String(n).padStart(4, '0')}`;
const send = (app: TestApp, kind: 'reply' | 'membership' | 'notification', times: number) => {
  for (let n = 0; n < times; n++) enqueue(app, { to: bob.phone, body: `Text ${n}`, kind });
};
const countStates = (app: TestApp, kind: string) =>
  Object.groupBy(
    app.outbox().filter((text) => text.kind === kind),
    ({ state }) => state,
  );

test('a number that gets no more replies is told so, once a day', async () => {
  await using app = testApp(TWILIO);
  app.clock.freeze(Date.UTC(2026, 0, 31, 12)); // the test must not pass midnight
  send(app, 'reply', 50);
  app.clock.advance(11 * MINUTE);
  send(app, 'reply', 40);
  const texts = app.outbox(bob.phone);
  expect(texts).toHaveLength(61);
  expect(texts[30]?.body).toBe(
    `That is a lot of texts, so we stop answering for a while. What you text is still received: see ${app.publicUrl}`,
  );
  app.clock.advance(DAY);
  send(app, 'reply', 40);
  expect(app.outbox(bob.phone)).toHaveLength(61 + 31);
});

test('a person whose boards change too much is told that no more changes are texted', async () => {
  await using app = testApp(TWILIO);
  const owner = ensureUser(app, ann);
  ensureUser(app, bob);
  send(app, 'membership', 50);
  for (const name of ['house', 'garden']) {
    share(app, owner, name, bob);
  }
  expect(app.outbox(bob.phone).slice(50)).toMatchObject([
    { kind: 'membership', body: expect.stringContaining('stop texting you about it until tomorrow') },
  ]);
});

const sumTo = (app: TestApp, phone: string) =>
  app.db.$client
    .query<{ sum: number }, [string]>('select sum(segments) as sum from outbox where phone = ?')
    .get(phone)!.sum;

test('others cannot have a person sent more than 250 segments a day', async () => {
  await using app = testApp(TWILIO);
  for (const kind of ['notification', 'membership'] as const)
    for (let n = 0; n < 1000; n++)
      enqueue(app, { to: bob.phone, kind, body: `${n} ${'x'.repeat(1200)}`, cause: 5 });
  for (let n = 0; n < 100; n++)
    enqueue(app, { to: bob.phone, kind: 'notification', body: `${n} more`, isSummary: true, cause: 5 });
  expect(sumTo(app, bob.phone)).toBeWithin(200, 250);
});

test('one person cannot use up the texts of everybody', async () => {
  await using app = testApp(TWILIO);
  const tenSegments = 'x'.repeat(1500);
  for (let n = 0; n < 600; n++)
    enqueue(app, { to: phoneOf(n), kind: 'notification', body: `${n} ${tenSegments}`, cause: 5 });
  expect(app.outbox()).toHaveLength(500);
  send(app, 'notification', 1);
  expect(app.outbox(bob.phone)).toHaveLength(1);
});

test('a new number beyond the hourly limit of welcome texts is welcomed later', async () => {
  await using app = testApp(TWILIO);
  for (let n = 0; n < 205; n++) textIn(app, { ...bob, phone: phoneOf(n) }, 'Hello');
  expect(countStates(app, 'welcome')).toMatchObject({ queued: { length: 200 }, limited: { length: 5 } });
  expect(checkHealth(app)).toContainEqual(
    expect.objectContaining({
      name: 'Limit: welcome an hour',
      advice: expect.stringContaining('welcomed as soon as there is room'),
    }),
  );
  queueLimitedTexts(app);
  expect(countStates(app, 'welcome').limited).toHaveLength(5);
  app.clock.advance(HOUR);
  queueLimitedTexts(app);
  expect(countStates(app, 'welcome')).toMatchObject({ queued: { length: 205 } });
  textIn(app, { ...bob, phone: phoneOf(204) }, 'Hello again');
  expect(app.outbox(phoneOf(204))).toHaveLength(1);
});

test('the simulator sends texts of every kind without a limit', async () => {
  await using app = testApp();
  send(app, 'reply', 120);
  send(app, 'membership', 220);
  send(app, 'notification', 220);
  for (let n = 0; n < 205; n++) textIn(app, { ...bob, phone: phoneOf(n) }, 'Hello');
  expect(app.outbox(bob.phone)).toHaveLength(560);
  expect(countStates(app, 'welcome')).toMatchObject({ queued: { length: 205 } });
});

test('a STOP from abroad is answered by no text, and many STOPs by some', async () => {
  await using app = testApp(TWILIO);
  const answer = (to: string) => {
    enqueueStopAnswer(app, to, 'You get no more texts.');
    return app.outbox(to).length;
  };
  expect(answer('+4915123456789')).toBe(0);
  expect(answer(bob.phone)).toBe(1);
  let answered = 1;
  for (let again = 0; again < 60; again++) answered = answer(bob.phone);
  expect(answered).toBeLessThan(60);
});
