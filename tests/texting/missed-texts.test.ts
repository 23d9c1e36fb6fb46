import { expect } from 'bun:test';
import { media } from '../../db/schema';
import { downloadQueued } from '../../src/media/downloads';
import { allMessages } from '../../src/messages/lists';
import { receiveMissedTexts } from '../../src/texting/missed-texts';
import { testApp } from '../support/app';
import { bob, cho } from '../support/cast';
import { HOUR, MINUTE } from '../support/clock';
import { png } from '../support/pictures';
import { testIn } from '../support/test-in';
import { accountOf, kindsOf, messagesOf, textOut } from '../support/texts';
import { startTwilio, TOO_MANY } from '../support/twilio';
import { openTwilioApp } from '../support/twilio-app';

const test = testIn(openTwilioApp);

test('texts that came while the server was down are stored, each once', async () => {
  let now = Date.UTC(2026, 0, 31, 12);
  await using twilio = await startTwilio({ now: () => now });
  await using app = testApp(twilio.environment);
  app.clock.freeze(now);
  await receiveMissedTexts(app);
  for (let n = 0; n < 500; n++) {
    now += 30_000;
    twilio.receive(n % 2 ? bob.phone : cho.phone, `Text ${n} #down`);
  }
  app.clock.freeze(now);
  await receiveMissedTexts(app);
  await receiveMissedTexts(app);
  expect(messagesOf(app, bob)).toEqual(Array.from({ length: 250 }, (_, n) => `Text ${2 * n + 1} #down`));
  expect(messagesOf(app, cho)).toHaveLength(250);
  const [newest] = allMessages(app, accountOf(app, bob)!);
  expect(newest!.timestamp).toBe(new Date(now).toISOString()); // the time when the text was sent
});

test('missed photos, keywords and texts of our own are each handled as such', async ({ app, twilio }) => {
  await app.sms.send(textOut(bob.phone, 'From us'));
  twilio.receive(bob.phone, 'Look', [{ type: 'image/png', bytes: png(6, 7) }]);
  twilio.receive(bob.phone, 'STOP');
  await receiveMissedTexts(app);
  expect(kindsOf(app, bob).sort()).toEqual(['message', 'stop']);
  await downloadQueued(app);
  expect(app.db.select().from(media).all()).toMatchObject([{ width: 6, height: 7 }]);
});

test('one text that cannot be read delays no other text', async ({ app, twilio }) => {
  await receiveMissedTexts(app);
  const photo = twilio.receive(bob.phone, 'With a photo', [{ type: 'image/png', bytes: png(6, 7) }]);
  Object.assign(twilio.receive(bob.phone, ''), { body: null });
  twilio.receive(bob.phone, 'Of no day').createdAt.toUTCString = () => 'no time';
  twilio.receive(cho.phone, 'After them');
  twilio.failMediaList(photo.sid);
  await receiveMissedTexts(app);
  expect(messagesOf(app, bob)).toEqual(['With a photo', 'Of no day']);
  expect(messagesOf(app, cho)).toEqual(['After them']);
  await downloadQueued(app);
  expect(app.db.select().from(media).get()).toMatchObject({ failure: 'Twilio answered 500 for a photo.' });
  twilio.failMediaList(null);
  app.clock.advance(MINUTE);
  await downloadQueued(app);
  expect(app.db.select().from(media).get()).toMatchObject({ width: 6, failure: null });
});

test('a text that fails is asked for again, and the others are stored', async ({ app, twilio }) => {
  await receiveMissedTexts(app);
  app.clock.advance(3 * HOUR);
  const first = twilio.receive(bob.phone, 'First');
  twilio.receive(cho.phone, 'Second');
  const trigger = `create temp trigger refuse before insert on inbound when new.sid = '${first.sid}'
    begin select raise(abort, 'refused'); end`;
  app.db.$client.run(trigger);
  await receiveMissedTexts(app);
  expect(messagesOf(app, cho)).toEqual(['Second']);
  app.db.$client.run('drop trigger refuse');
  app.clock.advance(3 * HOUR);
  await receiveMissedTexts(app);
  expect(messagesOf(app, bob)).toEqual(['First']);
});

test('after a failure of Twilio the next call asks for everything', async ({ app, twilio }) => {
  await receiveMissedTexts(app);
  twilio.receive(bob.phone, 'Waiting');
  twilio.failAlways(TOO_MANY);
  app.clock.advance(3 * HOUR);
  await expect(receiveMissedTexts(app)).rejects.toThrow();
  twilio.failAlways(null);
  app.clock.advance(5 * MINUTE);
  await receiveMissedTexts(app);
  expect(messagesOf(app, bob)).toEqual(['Waiting']);
});

test('texts to other numbers of the account are not received', async () => {
  await using twilio = await startTwilio();
  const [service, shown, foreign] = [`MG${'1'.repeat(32)}`, '+12025550198', '+12025550199'];
  for (const [text, came] of Object.entries({
    'To the number': {},
    'To another number of the service': { to: foreign, service },
    'To the shown number': { to: shown },
    'Not for us': { to: foreign },
    'Nor this': { to: foreign, service: `MG${'2'.repeat(32)}` },
  }))
    Object.assign(twilio.receive(bob.phone, text), came);

  const receivedWith = async (env: Record<string, string>) => {
    await using app = testApp({ ...twilio.environment, ...env });
    await receiveMissedTexts(app);
    return messagesOf(app, bob);
  };
  expect(await receivedWith({})).toEqual(['To the number']);
  expect(await receivedWith({ PHONE_NUMBER: shown })).toEqual(['To the number', 'To the shown number']);
  expect(await receivedWith({ TWILIO_FROM: service, PHONE_NUMBER: twilio.number })).toEqual([
    'To the number',
    'To another number of the service',
  ]);
});
