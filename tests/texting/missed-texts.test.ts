import { expect, test } from 'bun:test';
import { media } from '../../db/schema';
import { downloadQueued } from '../../src/media/downloads';
import { allMessages } from '../../src/messages/lists';
import { receiveMissedTexts } from '../../src/texting/missed-texts';
import { testApp } from '../support/app';
import { bob, cho } from '../support/cast';
import { HOUR, MINUTE } from '../support/clock';
import { png } from '../support/pictures';
import { testServer } from '../support/server';
import { accountOf, kindsOf, notesOf } from '../support/texts';
import { startTwilio, TOO_MANY } from '../support/twilio';

test('five hundred texts that came while we were down are there after the start, each once', async () => {
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
  expect(notesOf(app, bob)).toEqual(Array.from({ length: 250 }, (_, n) => `Text ${2 * n + 1} #down`));
  expect(notesOf(app, cho)).toHaveLength(250);
  // as of when they were sent
  const [newest] = allMessages(app, accountOf(app, bob)!);
  expect(newest!.timestamp).toBe(new Date(now).toISOString());
}, 30_000);

test('a text that comes by the webhook as well is one note', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio });
  const text = twilio.receive(bob.phone, 'Once #food');
  await receiveMissedTexts(server.app);
  expect((await twilio.deliver(server, text)).status).toBe(200);
  expect(notesOf(server.app, bob)).toEqual(['Once #food']);
});

test('a lost webhook is made up for, though others arrived after it', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio });
  twilio.receive(bob.phone, 'Lost');
  await twilio.text(server, cho.phone, 'Arrived');
  await receiveMissedTexts(server.app);
  expect(notesOf(server.app, bob)).toEqual(['Lost']);
  expect(notesOf(server.app, cho)).toEqual(['Arrived']);
});

test('words, photos and what we sent ourselves are taken for what they are', async () => {
  await using twilio = await startTwilio();
  await using app = testApp(twilio.environment);
  await app.sms.send({ id: 1, to: bob.phone, body: 'From us' });
  twilio.receive(bob.phone, 'Look', [{ type: 'image/png', bytes: png(6, 7) }]);
  twilio.receive(bob.phone, 'STOP');
  await receiveMissedTexts(app);
  expect(kindsOf(app, bob).sort()).toEqual(['message', 'stop']);
  await downloadQueued(app);
  expect(app.db.select().from(media).all()).toMatchObject([{ width: 6, height: 7 }]);
});

test('when Twilio cannot be asked, the next time asks for all of it', async () => {
  await using twilio = await startTwilio();
  await using app = testApp(twilio.environment);
  await receiveMissedTexts(app);
  twilio.receive(bob.phone, 'Waiting');
  twilio.failAlways(TOO_MANY);
  app.clock.advance(3 * HOUR);
  await expect(receiveMissedTexts(app)).rejects.toThrow();
  twilio.failAlways(null);
  app.clock.advance(5 * MINUTE);
  await receiveMissedTexts(app);
  expect(notesOf(app, bob)).toEqual(['Waiting']);
});

test('of what came to other numbers and services of the account nothing is taken', async () => {
  await using twilio = await startTwilio();
  const [service, shown, foreign] = [`MG${'1'.repeat(32)}`, '+12025550198', '+12025550199'];
  for (const [text, came] of Object.entries({
    'To the number': {},
    'To another of the service': { to: foreign, service },
    'To the number that is shown': { to: shown },
    'Not for us': { to: foreign },
    'Nor this': { to: foreign, service: `MG${'2'.repeat(32)}` },
  }))
    Object.assign(twilio.receive(bob.phone, text), came);

  const taken = async (env: Record<string, string>) => {
    await using app = testApp({ ...twilio.environment, ...env });
    await receiveMissedTexts(app);
    return notesOf(app, bob);
  };
  expect(await taken({})).toEqual(['To the number']);
  expect(await taken({ PHONE_NUMBER: shown })).toEqual(['To the number', 'To the number that is shown']);
  expect(await taken({ TWILIO_FROM: service, PHONE_NUMBER: twilio.number })).toEqual([
    'To the number',
    'To another of the service',
  ]);
});
