import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { outbox } from '../../db/schema';
import { inviteByText } from '../../src/boards/invites/board-invites';
import { submitInvite } from '../../src/boards/invites/invites';
import { createSharedBoard } from '../../src/boards/sharing';
import { deleteAccount } from '../../src/messages/delete-account';
import { startBroadcast } from '../../src/operators/broadcasts';
import { checkTexts } from '../../src/operators/health/texts';
import { listCosts, listCostsOfPeople } from '../../src/outbox/costs';
import { type DueText, dispatch } from '../../src/outbox/dispatch';
import { isNotificationLimited, queueLimitedTexts } from '../../src/outbox/limits';
import { enqueue, type TextKind } from '../../src/outbox/outbox';
import { recordReport } from '../../src/outbox/reports';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, cho } from '../support/cast';
import { DAY, HOUR } from '../support/clock';
import { ensureUser } from '../support/people';
import { textIn } from '../support/texts';
import { startTwilio } from '../support/twilio';
import { TWILIO } from '../support/twilio-account';

const PRICE = '-0.01000 USD';

function appWith(twilio: { environment: Record<string, string> }, env: Record<string, string> = {}): TestApp {
  const app = testApp({ ...twilio.environment, ...env });
  app.clock.freeze();
  const now = new Date(app.now());
  app.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12) - app.now());
  return app;
}

async function sendNext(app: TestApp, price: string | null = null) {
  const isQueued = (text: { state: string }) => text.state === 'queued';
  const text = app.db.select().from(outbox).all().find(isQueued)! as DueText;
  await Promise.all(dispatch(app, [text], 1000).map(({ ended }) => ended));
  const row = app.db.select().from(outbox).where(eq(outbox.id, text.id)).get()!;
  if (price && row.sid)
    recordReport(app, row.id, { sid: row.sid, to: null, state: 'delivered', errorCode: null, price });
  return row.state;
}

const send = (app: TestApp, kind: TextKind, price: string | null = null) => {
  enqueue(app, { to: bob.phone, body: `${kind} ${app.outbox().length}`, kind });
  return sendNext(app, price);
};
const states = (app: TestApp) => app.outbox().map(({ kind, state }) => `${kind} ${state}`);
const finding = (app: TestApp) => checkTexts(app).find(({ name }) => name === 'Budget for texts');

test('a budget that is used up holds back all texts but codes, until the next month', async () => {
  await using twilio = await startTwilio();
  await using app = appWith(twilio, { SMS_BUDGET: '0.03' });
  const inviter = ensureUser(app, ann);
  for (let n = 0; n < 3; n++) expect(await send(app, 'membership', PRICE)).toBe('sent');
  enqueue(app, { to: bob.phone, body: 'Later', kind: 'membership' });
  expect(await send(app, 'code')).toBe('sent');
  expect(states(app).slice(3)).toEqual(['membership limited', 'code sent']);
  expect(isNotificationLimited(app, bob.phone, { isSummary: false })).toBe(true);
  expect(() => startBroadcast(app, inviter, 'Hello')).toThrow("This month's budget for texts is used up.");
  expect(() =>
    submitInvite(app, { phoneNumber: cho.phone, inviteCode: inviter.inviteCode, address: null }),
  ).toThrow('Texts are sent again from');
  createSharedBoard(app, inviter, 'house');
  expect(() => inviteByText(app, inviter, 'house', cho.phone)).toThrow('Texts are sent again from');
  expect(finding(app)).toMatchObject({ state: 'bad', value: '0.04 USD of 0.03 USD' });
  queueLimitedTexts(app);
  expect(states(app)[3]).toBe('membership limited');
  app.clock.advance(31 * DAY);
  queueLimitedTexts(app);
  expect(await sendNext(app)).toBe('sent');
});

test('a higher budget sends what waits', async () => {
  await using twilio = await startTwilio();
  await using app = appWith(twilio, { SMS_BUDGET: '0.01' });
  await send(app, 'membership', PRICE);
  enqueue(app, { to: bob.phone, body: 'Later', kind: 'membership' });
  Object.assign(app.config, { smsBudget: 1 });
  queueLimitedTexts(app);
  expect(await sendNext(app)).toBe('sent');
});

test('a text that was queued before the budget was used up waits too', async () => {
  await using twilio = await startTwilio();
  await using app = appWith(twilio, { SMS_BUDGET: '0.02' });
  await send(app, 'membership', PRICE);
  for (const body of ['Second', 'Third']) enqueue(app, { to: bob.phone, body, kind: 'membership' });
  await sendNext(app, PRICE);
  await sendNext(app);
  expect(states(app)).toEqual(['membership delivered', 'membership delivered', 'membership limited']);
});

test('prices that have not come are estimated by the average of a segment', async () => {
  await using twilio = await startTwilio();
  await using app = appWith(twilio, { SMS_BUDGET: '0.05' });
  expect(finding(app)).toMatchObject({ state: 'notice', value: '0.00 of 0.05' });
  await send(app, 'membership', PRICE);
  enqueue(app, { to: bob.phone, body: 'x'.repeat(400), kind: 'membership' }); // three segments
  await sendNext(app);
  expect(finding(app)).toMatchObject({ state: 'good', value: '0.04 USD of 0.05 USD' });
  await send(app, 'membership');
  expect(finding(app)?.state).toBe('bad');
});

test('a reply that waited for twelve hours is dropped, and no other kind', async () => {
  await using twilio = await startTwilio();
  await using app = appWith(twilio, { SMS_BUDGET: '0.01' });
  await send(app, 'membership', PRICE);
  for (const kind of ['reply', 'membership', 'welcome', 'reminder'] as const)
    enqueue(app, { to: bob.phone, body: `Late ${kind}`, kind });
  app.clock.advance(12 * HOUR + 1);
  queueLimitedTexts(app);
  expect(states(app).slice(1)).toEqual([
    'reply dropped',
    'membership limited',
    'welcome limited',
    'reminder limited',
  ]);
});

test('costs are listed by month, kind and person, and outlive an account', async () => {
  await using twilio = await startTwilio();
  await using app = appWith(twilio);
  const user = ensureUser(app, bob);
  textIn(app, bob, 'STOP it with the #food', { at: app.now() });
  app.db.delete(outbox).run();
  await send(app, 'membership', '-0.00790 USD');
  await send(app, 'membership');
  await send(app, 'code', '-0.00790 USD');
  const month = new Date(app.now()).toISOString().slice(0, 7);
  const sums = { unpricedSegments: 0, amount: 0.0079, currency: 'USD' };
  const expected = [
    { direction: 'out', kind: 'membership', texts: 2, segments: 2, ...sums, unpricedSegments: 1 },
    { direction: 'out', kind: 'code', texts: 1, segments: 1, ...sums },
    { direction: 'in', kind: 'message', texts: 1, segments: 1, unpricedSegments: 1, amount: 0, currency: '' },
  ];
  expect(listCosts(app)).toEqual({ budget: null, months: [{ month, kinds: expected }] } as never);
  const person = { displayName: 'Bob Ray', textsIn: 1, texts: 3, segments: 3, amount: 0.0158 };
  expect(listCostsOfPeople(app, { month })).toMatchObject([{ phoneNumber: bob.phone, ...person }]);
  deleteAccount(app, user);
  expect(listCosts(app).months).toEqual([{ month, kinds: expected }] as never);
  expect(listCostsOfPeople(app, { month })).toMatchObject([
    { phoneNumber: null, displayName: null, texts: 3 },
  ]);
});

test('a price that is reported twice or corrected counts once', async () => {
  await using twilio = await startTwilio();
  await using app = appWith(twilio);
  await send(app, 'membership', PRICE);
  const { id, sid } = app.db.select().from(outbox).get()!;
  for (const price of [PRICE, '-0.02000 USD', null])
    recordReport(app, id, { sid: sid!, to: null, state: 'delivered', errorCode: null, price });
  expect(listCosts(app).months[0]!.kinds).toMatchObject([{ texts: 1, unpricedSegments: 0, amount: 0.02 }]);
});

test('without a budget, and with the simulator, nothing is held back', async () => {
  await using app = testApp({ SMS_BUDGET: '0.001' });
  enqueue(app, { to: bob.phone, body: 'Hello', kind: 'membership' });
  expect([states(app), finding(app)]).toEqual([['membership queued'], undefined]);
});

test('whoever set no budget is told', async () => {
  await using app = testApp(TWILIO);
  expect(finding(app)).toMatchObject({ state: 'notice', advice: expect.stringContaining('Set SMS_BUDGET') });
});
