import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { media, outbox } from '../../db/schema';
import { countSegments } from '../../src/contract/segments';
import { checkSwitch } from '../../src/operators/health/line-switch';
import { closeNewNumber, findNewNumber } from '../../src/operators/new-number';
import { currentLineId } from '../../src/outbox/lines';
import { enqueue } from '../../src/outbox/outbox';
import { type TestApp, testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { DAY } from '../support/clock';
import { ensureUser } from '../support/people';
import { FORMER_NUMBER, switchLine } from '../support/switched-line';
import { textIn } from '../support/texts';
import { TWILIO } from '../support/twilio-account';

const TELNYX = {
  TELNYX_API_KEY: 'KEY0123',
  TELNYX_PUBLIC_KEY: Buffer.alloc(32).toString('base64'),
  TELNYX_FROM: FORMER_NUMBER,
};

const adviceOf = (app: TestApp) => checkSwitch(app).map(({ state, advice }) => `${state}: ${advice}`);

test('an operator is asked to tell people a new number, until the operator has decided', async () => {
  await using app = testApp(TWILIO);
  expect(findNewNumber(app)).toBeNull();
  switchLine(app);
  const offer = findNewNumber(app)!;
  expect(offer).toMatchObject({
    former: { label: 'Telnyx', phoneNumber: FORMER_NUMBER },
    present: { label: 'Twilio', phoneNumber: '+12025550100' },
  });
  expect(offer.message).toBe(
    'Tagline has a new number, +12025550100: this text comes from it. Please text your notes here from now on. The old number, +12025550177, no longer works.',
  );
  expect(countSegments(offer.message)).toBe(1);
  closeNewNumber(app, ensureUser(app, ann));
  expect(findNewNumber(app)).toBeNull();
});

test('no announcement is due if the number stayed or only simulated phones knew it', async () => {
  await using sameNumber = testApp(TWILIO);
  switchLine(sameNumber, { phone: TWILIO.TWILIO_FROM });
  expect(findNewNumber(sameNumber)).toBeNull();
  await using afterSimulator = testApp(TWILIO);
  switchLine(afterSimulator, { name: 'simulator', label: 'Phone simulator' });
  expect(findNewNumber(afterSimulator)).toBeNull();
  await using toSimulator = testApp();
  switchLine(toSimulator);
  expect(findNewNumber(toSimulator)).toBeNull();
});

test('doctor says before the start what a switch of the line means, and changes nothing', async () => {
  await using app = testApp(TWILIO);
  switchLine(app);
  // as if the server had not been started yet with the new gateway and number (line)
  app.db.$client.run('delete from lines where id > 1');
  const advice = [
    'notice: With the next start texts go over Twilio, +1 (202) 555-0100, no longer over Telnyx, +1 (202) 555-0177.',
    'Accounts, boards, opt-outs and waiting texts stay.',
    'The settings of Telnyx are not set: texts to its number do not arrive.',
    'People know the old number: tell them the new one by text, under "New number" on the admin page.',
  ];
  expect(adviceOf(app)).toEqual([advice.join(' ')]);
  expect(adviceOf(app)).toHaveLength(1);
  expect(findNewNumber(app)).toBeNull();
  currentLineId(app);
  expect(adviceOf(app)[0]).toStartWith('notice: Texts go over Twilio, +1 (202) 555-0100, before over Telnyx');
});

test('doctor counts what only the former line knows', async () => {
  await using app = testApp(TWILIO);
  enqueue(app, { to: bob.phone, body: 'Hello', kind: 'reply' });
  app.db
    .update(outbox)
    .set({ state: 'sending', lineId: currentLineId(app) })
    .run();
  textIn(app, bob, 'Look', { media: [{ url: 'https://files.example/1', type: 'image/png' }] });
  expect(app.db.select().from(media).where(eq(media.lineId, 1)).all()).toHaveLength(1);
  switchLine(app);
  expect(adviceOf(app)[0]).toContain(
    'Only it knows of 1 text and 1 photo: set its settings again beside SMS_GATEWAY.',
  );
});

test('while the settings of the former line are kept, texts to its number still arrive', async () => {
  const env = { ...TWILIO, ...TELNYX, SMS_GATEWAY: 'twilio' };
  await using app = testApp(env);
  const [former] = app.formerLines.filter(({ phoneNumber }) => phoneNumber === FORMER_NUMBER);
  switchLine(app, { name: former!.name });
  expect(adviceOf(app)[0]).toContain(
    'While the settings of Telnyx are set, texts to its number still arrive',
  );
  expect(findNewNumber(app)?.message).toEndWith('The old number, +12025550177, will stop working.');
});

test('doctor reports a new line for 30 days, and as good once people were told of it', async () => {
  await using app = testApp(TWILIO);
  switchLine(app);
  closeNewNumber(app, ensureUser(app, ann));
  expect(adviceOf(app)[0]).toStartWith('good: Texts go over Twilio');
  app.clock.advance(31 * DAY);
  expect(adviceOf(app)).toEqual([]);
});
