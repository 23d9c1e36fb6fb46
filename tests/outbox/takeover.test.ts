import { expect } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TAKEN_OVER } from '../../src/app/data-folder/data-folder';
import { create } from '../../src/messages/messages';
import { causedAt, countHeldTexts, decideHeldTexts, takeOver } from '../../src/outbox/held-texts';
import { dropTextsTo, enqueue, enqueueMail } from '../../src/outbox/outbox';
import { FAST } from '../operators/broadcasting';
import { type TestApp, testApp } from '../support/app';
import { test } from '../support/app-test';
import { ann, bob, cho } from '../support/cast';
import { SECOND } from '../support/clock';
import { tempFolder } from '../support/folder';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { testServer, until } from '../support/server';
import { startTwilio, TOO_MANY } from '../support/twilio';

const MINUTE = 60 * SECOND;
const settings = { ...FAST, PUBLIC_URL: 'https://notes.example.org' };
const isIdle = (app: TestApp) => !app.outbox().some(({ state }) => state === 'queued' || state === 'sending');
const markTaken = (dataDir: string) => writeFileSync(join(dataDir, TAKEN_OVER), '');

/** Lets the time pass in which texts are looked up again and again. */
const settle = (app: TestApp) =>
  until(() => {
    app.clock.advance(10 * SECOND);
    app.wakeOutbox();
    return isIdle(app);
  });

test('each text goes out once, whatever the machine before did after its last copy', async () => {
  await using twilio = await startTwilio();
  using folder = tempFolder();
  const copy = folder.file('tagline.db');
  {
    await using server = await testServer({ twilio, env: settings });
    const { app } = server;
    const owner = ensureUser(app, ann);
    ensureUser(app, bob);
    share(app, owner, 'house', bob);
    await until(() => isIdle(app));
    twilio.failAlways(TOO_MANY);
    for (const { phone } of [bob, cho]) enqueue(app, { to: phone, body: 'It waits.', kind: 'reply' });
    create(app, owner, { content: 'Milk #house', source: 'ui' });
    app.db.$client.run('vacuum into ?', [copy]);
    // only then it tells Bob, and dies before it reaches Cho
    dropTextsTo(app, cho.phone, 'It burns.');
    twilio.failAlways(null);
    await settle(app);
    await until(() => twilio.sentTo(bob.phone).some((body) => body.includes('Milk')));
  }
  const before = twilio.sentTo(bob.phone);
  expect(before).toContain('It waits.');
  expect(twilio.sentTo(cho.phone)).toEqual([]);
  markTaken(folder.path);
  await using server = await testServer({ twilio, env: { ...settings, DATA_DIR: folder.path } });
  const { app } = server;
  await until(() => app.outbox(bob.phone).some(({ body }) => body.includes('Milk')));
  await settle(app);
  expect(twilio.sentTo(bob.phone)).toEqual(before);
  expect(twilio.sentTo(cho.phone)).toEqual(['It waits.']);
  expect(countHeldTexts(app)).toBeNull();
});

test('looks at the gateway do not wait for the pace of a slow line', async () => {
  await using twilio = await startTwilio();
  using folder = tempFolder();
  const phones = Array.from({ length: 20 }, (_, n) => `+1303555${1000 + n}`);
  {
    await using app = testApp({ DATA_DIR: folder.path });
    for (const to of phones) enqueue(app, { to, body: 'It waits.', kind: 'reply' });
  }
  markTaken(folder.path);
  const env = { ...settings, DATA_DIR: folder.path, BROADCAST_PACE: '0.1' };
  await using server = await testServer({ twilio, env });
  const { app } = server;
  const looked = "select count(*) as n from outbox where state = 'sending' and next_at > ?";
  await until(
    () => app.db.$client.query<{ n: number }, [number]>(looked).get(app.now())?.n === phones.length,
  );
  expect(twilio.texts).toEqual([]);
});

const PUSH = "push = '{}'";
const MAIL = `mail = '{"to":"ann@example.org"}'`;

for (const [row, after] of [
  ["state = 'queued'", 'sending'],
  ["state = 'sending'", 'sending'],
  ["state = 'limited'", 'limited'],
  [`state = 'pushing', ${PUSH}`, 'pushing'],
  [`state = 'mailing', ${MAIL}`, 'held'],
  [`state = 'mailing', ${MAIL}, sid = 'mail 1'`, 'mailing'], // the worker tells that it may have been sent
  ["state = 'held'", 'held'],
  ["state = 'sent'", 'sent'],
] as const)
  test(`a row with ${row} is ${after} after a takeover`, ({ app }) => {
    enqueue(app, { to: bob.phone, body: 'One', kind: 'reply' });
    app.db.$client.run(`update outbox set ${row}`);
    markTaken(app.config.dataDir);
    takeOver(app);
    expect(app.outbox()).toMatchObject([{ state: after }]);
    takeOver(app); // the mark is gone
    expect(app.db.$client.query('select count(*) as n from restores').get()).toEqual({ n: 1 });
  });

test('what was caused before a takeover is looked up, also by a clock that was an hour ahead', ({ app }) => {
  enqueue(app, { to: bob.phone, body: 'One', kind: 'reply' });
  const ahead = app.now() + 60 * MINUTE;
  app.db.$client.run('update outbox set created_at = ?', [ahead]);
  markTaken(app.config.dataDir);
  takeOver(app);
  const cause = (at: number, body: string) =>
    causedAt(app, at, () => enqueue(app, { to: cho.phone, body, kind: 'reply' }));
  cause(ahead - 1, 'Before');
  cause(ahead, 'After');
  expect(app.outbox(cho.phone)).toMatchObject([
    { body: 'Before', state: 'sending' },
    { body: 'After', state: 'queued' },
  ]);
});

test('mails wait for the operator, who sends or drops them', ({ app }) => {
  const mail = { to: 'ann@example.org', subject: 'Hello', words: 'Hello' } as never;
  const states = () => app.outbox().map(({ state }) => state);
  enqueueMail(app, ann.phone, mail);
  enqueue(app, { to: bob.phone, body: 'One', kind: 'reply' });
  markTaken(app.config.dataDir);
  takeOver(app);
  causedAt(app, app.now() - MINUTE, () => enqueueMail(app, ann.phone, mail));
  expect(states()).toEqual(['held', 'sending', 'held']);
  expect(countHeldTexts(app)).toMatchObject({ texts: 2 });
  decideHeldTexts(app, 'send');
  expect(states()).toEqual(['mailing', 'sending', 'mailing']);
  app.db.$client.run("update outbox set state = 'held' where mail is not null");
  decideHeldTexts(app, 'drop');
  expect(states()).toEqual(['dropped', 'sending', 'dropped']);
});

test('texts that an operator has not decided about stay held', ({ app }) => {
  enqueue(app, { to: bob.phone, body: 'One', kind: 'reply' });
  app.db.$client.run("update outbox set state = 'held'");
  app.db.$client.run('insert into restores (restored_at) values (?)', [app.now() - 1]);
  markTaken(app.config.dataDir);
  takeOver(app);
  causedAt(app, app.now() - MINUTE, () => enqueue(app, { to: cho.phone, body: 'Two', kind: 'reply' }));
  expect(app.outbox().map(({ state }) => state)).toEqual(['held', 'held']);
  expect(countHeldTexts(app)).toMatchObject({ texts: 2 });
});
