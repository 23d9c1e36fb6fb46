import { expect, test } from 'bun:test';
import { outbox } from '../../db/schema';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { countSegments } from '../../src/contract/segments';
import { create, remove } from '../../src/messages/messages';
import { enqueue, eraseOldBodies, hasStopped } from '../../src/outbox/outbox';
import { fetchMissedReports, recordReport } from '../../src/outbox/reports';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, cho } from '../support/cast';
import { DAY, HOUR } from '../support/clock';
import { settle } from '../support/people';
import { testServer, until } from '../support/server';
import { textIn } from '../support/texts';
import { startTwilio } from '../support/twilio';

let texts = 0;

/** A text that was handed over, and what its carrier said of it. */
function sendAnd(app: TestApp, errorCode: number | null, to = bob.phone) {
  texts++;
  if (!enqueue(app, { to, body: `Text ${texts}`, kind: 'membership' })) return false;
  const { id } = app.db.select().from(outbox).all().at(-1)!;
  const state = errorCode === null ? 'delivered' : 'failed';
  recordReport(app, id, { sid: `SM${texts}`, to, state, errorCode, price: null });
  return true;
}

test('a number that three texts in a row did not reach is given up, until it texts us', async () => {
  for (const code of [30003, 30005, 30006]) {
    await using app = testApp();
    expect([sendAnd(app, code), sendAnd(app, code), sendAnd(app, code)]).toEqual([true, true, true]);
    expect(sendAnd(app, code)).toBe(false);
    expect(enqueue(app, { to: bob.phone, body: 'x', kind: 'broadcast' })).toBe(false);
    // a code is asked for by somebody who is there
    expect(enqueue(app, { to: bob.phone, body: 'x', kind: 'code' })).toBe(true);
    textIn(app, bob, 'I am back');
    expect(sendAnd(app, null)).toBe(true);
  }
});

test('one that arrives in between makes it start anew, and other errors do not count', async () => {
  await using app = testApp();
  for (const code of [30003, 30003, null, 30003, 30003, 30007, 30008]) sendAnd(app, code);
  expect(sendAnd(app, 30003)).toBe(true);
  expect(sendAnd(app, null)).toBe(false);
});

test('a report that comes twice counts once', async () => {
  await using app = testApp();
  enqueue(app, { to: bob.phone, body: 'x', kind: 'membership' });
  for (let n = 0; n < 5; n++)
    recordReport(app, 1, { sid: 'SM1', to: bob.phone, state: 'failed', errorCode: 30003, price: null });
  expect(enqueue(app, { to: bob.phone, body: 'y', kind: 'membership' })).toBe(true);
});

test('a carrier that knows of a STOP is believed', async () => {
  await using app = testApp();
  sendAnd(app, 21610);
  expect(hasStopped(app, bob.phone)).toBe(true);
});

test('countries that are not allowed and premium lines are never texted', async () => {
  await using app = testApp({ ALLOWED_COUNTRIES: 'US' });
  for (const to of ['+442071838750', '+19005550100', '+4930123456', 'nobody'])
    expect({ to, sent: enqueue(app, { to, body: 'x', kind: 'broadcast' }) }).toEqual({ to, sent: false });
  expect(enqueue(app, { to: bob.phone, body: 'x', kind: 'broadcast' })).toBe(true);
});

test('prices come from the list that Twilio keeps, and so do reports that were lost', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio });
  const { app } = server;
  enqueue(app, { to: bob.phone, body: 'Hello', kind: 'membership' });
  await until(() => app.db.select().from(outbox).get()?.sid);
  await fetchMissedReports(app);
  expect(app.db.select().from(outbox).get()).toMatchObject({ state: 'sent', price: null });
  twilio.texts[0]!.status = 'delivered';
  await fetchMissedReports(app);
  expect(app.db.select().from(outbox).get()).toMatchObject({ state: 'delivered', price: '-0.00790 USD' });
  const asked = twilio.calls.length;
  await fetchMissedReports(app);
  expect(twilio.calls.length).toBe(asked); // nothing is open any more
});

test('what a deleted message was told of is not sent any more, and not kept', async () => {
  await using app = testApp();
  const owner = settle(app, ann);
  settle(app, bob);
  createSharedBoard(app, owner, 'house');
  invite(app, owner, 'house', bob.phone);
  app.clock.advance(HOUR);
  const [first, second] = [1, 2].map((n) => {
    app.clock.advance(HOUR);
    return create(app, owner, { content: `Secret ${n} #house`, source: 'ui' });
  });
  const rows = () => app.outbox(bob.phone).filter(({ kind }) => kind === 'notification');
  expect(rows()).toHaveLength(2);
  app.db.$client.run("update outbox set state = 'sent' where dedupe_key like 'post 1 to %'");
  remove(app, [first!, second!]);
  expect(rows()).toMatchObject([{ body: '', state: 'sent' }]);
});

test('what was said a month ago is forgotten', async () => {
  await using app = testApp();
  sendAnd(app, null);
  enqueue(app, { to: cho.phone, body: 'Still to be sent', kind: 'membership' });
  app.clock.advance(31 * DAY);
  eraseOldBodies(app);
  expect(app.outbox().map(({ body }) => body)).toEqual(['', 'Still to be sent']);
});

test('a text is charged by the segments of its alphabet', () => {
  const cases: [text: string, segments: number][] = [
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['é'.repeat(160), 1],
    ['ê'.repeat(70), 1],
    ['ê'.repeat(71), 2],
    ['漢'.repeat(134), 2],
    ['漢'.repeat(135), 3],
    ['👍'.repeat(35), 1],
    ['👍'.repeat(36), 2],
    // no character is torn in two
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['👍'.repeat(66), 2],
    ['👍'.repeat(67), 3],
  ];
  for (const [text, expected] of cases)
    expect({ text, n: countSegments(text) }).toEqual({ text, n: expected });
});
