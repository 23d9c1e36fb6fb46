import { expect, test } from 'bun:test';
import { lte } from 'drizzle-orm';
import { outbox } from '../../db/schema';
import { SendError } from '../../src/app/gateway';
import { create, remove } from '../../src/messages/messages';
import { listCosts, listCostsOfPeople } from '../../src/outbox/costs';
import { type DueText, dispatch } from '../../src/outbox/dispatch';
import { deleteOldTexts, enqueue, hasStopped } from '../../src/outbox/outbox';
import { fetchMissedReports, recordReport } from '../../src/outbox/reports';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, cho } from '../support/cast';
import { DAY, HOUR, MINUTE, SECOND } from '../support/clock';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { until } from '../support/server';
import { textIn } from '../support/texts';
import { testTwilio } from '../support/twilio-server';

let texts = 0;

function sendAndReport(app: TestApp, errorCode: number | null, to = bob.phone) {
  texts++;
  if (!enqueue(app, { to, body: `Text ${texts}`, kind: 'membership' })) return false;
  const { id } = app.db.select().from(outbox).all().at(-1)!;
  const state = errorCode === null ? 'delivered' : 'failed';
  recordReport(app, id, { sid: `SM${texts}`, to, state, errorCode, price: null });
  return true;
}

test('a number that three texts did not reach is given up until it texts us', async () => {
  for (const code of [30003, 30005, 30006]) {
    await using app = testApp();
    for (let n = 0; n < 3; n++) expect(sendAndReport(app, code)).toBe(true);
    expect(sendAndReport(app, code)).toBe(false);
    expect(enqueue(app, { to: bob.phone, body: 'x', kind: 'broadcast' })).toBe(false);
    // a code is sent even so, because a person who asks for a code has the phone at hand
    expect(enqueue(app, { to: bob.phone, body: 'x', kind: 'code' })).toBe(true);
    textIn(app, bob, 'I am back');
    expect(sendAndReport(app, null)).toBe(true);
  }
});

test('a delivered text resets the count of failures; other errors add none', async () => {
  await using app = testApp();
  for (const code of [30003, 30003, null, 30003, 30003, 30007, 30008]) sendAndReport(app, code);
  expect(sendAndReport(app, 30003)).toBe(true);
  expect(sendAndReport(app, null)).toBe(false);
});

test('a report that comes twice counts once', async () => {
  await using app = testApp();
  enqueue(app, { to: bob.phone, body: 'x', kind: 'membership' });
  for (let n = 0; n < 5; n++)
    recordReport(app, 1, { sid: 'SM1', to: bob.phone, state: 'failed', errorCode: 30003, price: null });
  expect(enqueue(app, { to: bob.phone, body: 'y', kind: 'membership' })).toBe(true);
});

test('a carrier that reports a STOP is believed', async () => {
  await using app = testApp();
  sendAndReport(app, 21610);
  expect(hasStopped(app, bob.phone)).toBe(true);
});

test('other countries and premium lines are never texted', async () => {
  await using app = testApp({ ALLOWED_COUNTRIES: 'US' });
  for (const to of ['+442071838750', '+19005550100', '+4930123456', 'nobody'])
    expect({ to, sent: enqueue(app, { to, body: 'x', kind: 'broadcast' }) }).toEqual({ to, sent: false });
  expect(enqueue(app, { to: bob.phone, body: 'x', kind: 'broadcast' })).toBe(true);
});

test.each([
  ['answers by an error and has it', 503, 0, [5], 1],
  ['answers by an error and does not have it', 503, Infinity, [5], 2],
  ['hangs and has it at last', null, 20, [5, 15, 35], 1],
  ['hangs and never has it', null, Infinity, [5, 15, 35, 75], 2],
])('a text whose gateway %s is looked up soon and sent once', async (_, code, takenAfter, looks, sends) => {
  await using app = testApp();
  app.clock.freeze();
  const began = app.now();
  const calls = { sends: 0, looks: [] as number[] };
  const seconds = () => Math.round((app.now() - began) / SECOND);
  app.sms.send = async () => {
    if (++calls.sends > 1) return { sid: 'SM2' };
    throw new SendError('No answer', true, code, true);
  };
  app.sms.findSent = async () => {
    calls.looks.push(seconds());
    return seconds() >= takenAfter ? ['SM1'] : [];
  };
  enqueue(app, { to: bob.phone, body: 'Hello', kind: 'membership' });
  for (; seconds() < 120; app.clock.advance(SECOND)) {
    const due = app.db.select().from(outbox).where(lte(outbox.nextAt, app.now())).all();
    const open = due.filter(({ state }) => state === 'queued' || state === 'sending');
    await Promise.all(dispatch(app, open as unknown as DueText[], MINUTE).map(({ ended }) => ended));
  }
  expect(calls).toEqual({ sends, looks });
  expect(app.db.select().from(outbox).get()!.state).toBe('sent');
});

testTwilio('prices and lost reports are read from the list at Twilio', async ({ twilio, app }) => {
  enqueue(app, { to: bob.phone, body: 'Hello', kind: 'membership' });
  await until(() => app.db.select().from(outbox).get()?.sid);
  await fetchMissedReports(app);
  expect(app.db.select().from(outbox).get()).toMatchObject({ state: 'sent', price: null });
  twilio.texts[0]!.status = 'delivered';
  await fetchMissedReports(app);
  expect(app.db.select().from(outbox).get()).toMatchObject({ state: 'delivered', price: '-0.00790 USD' });
  const calls = twilio.calls.length;
  await fetchMissedReports(app);
  expect(twilio.calls.length).toBe(calls); // every text has its price, so nothing is requested
});

testTwilio(
  'the cost of a received text is read from the list, and counts',
  async ({ twilio, server, app }) => {
    await twilio.text(server, bob.phone, 'Milk');
    const costs = () => listCosts(app).months[0]!.kinds.find(({ direction }) => direction === 'in');
    expect(costs()).toMatchObject({ texts: 1, unpricedSegments: 1, amount: 0 });
    for (let time = 0; time < 2; time++) {
      await fetchMissedReports(app);
      expect(costs()).toMatchObject({ texts: 1, unpricedSegments: 0, amount: 0.0079, currency: 'USD' });
    }
    expect(listCostsOfPeople(app, { month: new Date(app.now()).toISOString().slice(0, 7) })).toMatchObject([
      { phoneNumber: bob.phone, textsIn: 1, amount: 0.0079 },
    ]);
  },
);

test('notifications of a deleted message are not sent and not kept', async () => {
  await using app = testApp();
  const owner = ensureUser(app, ann);
  share(app, owner, 'house', bob);
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

test('a text goes after a month, but not while it waits', async () => {
  await using app = testApp();
  sendAndReport(app, null);
  enqueue(app, { to: cho.phone, body: 'Still to be sent', kind: 'membership' });
  app.clock.advance(31 * DAY);
  await deleteOldTexts(app);
  expect(app.outbox().map(({ body }) => body)).toEqual(['Still to be sent']);
});
