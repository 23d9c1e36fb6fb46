import { expect, test } from 'bun:test';
import { create } from '../../src/messages/messages';
import { backUp } from '../../src/operators/backup/backup';
import { restore } from '../../src/operators/backup/restore';
import { listBroadcasts, startBroadcast } from '../../src/operators/broadcasts';
import { checkHealth } from '../../src/operators/health/health';
import { countHeldTexts, decideHeldTexts } from '../../src/outbox/held-texts';
import { addPeople, FAST, HELLO } from '../operators/broadcasting';
import type { TestApp } from '../support/app';
import { ann, bob, cho } from '../support/cast';
import { tagline } from '../support/command';
import { tempFolder } from '../support/folder';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { type TestServer, testServer, until } from '../support/server';
import { startTwilio, TOO_MANY, type Twilio } from '../support/twilio';

type Folder = ReturnType<typeof tempFolder>;

const PEOPLE = 61;

const isIdle = (app: TestApp) => !app.outbox().some(({ state }) => state === 'queued' || state === 'sending');
const receivedBy = (twilio: Twilio, people: { phone: string }[]) =>
  people.map(({ phone }) => twilio.sentTo(phone).length);

const URL = { PUBLIC_URL: 'https://notes.example.org' }; // the same before and after the restore
const restored = (folder: Folder) => ({ ...FAST, ...URL, DATA_DIR: folder.file('restored') });

async function restoreDuringBroadcast(twilio: Twilio, to: Folder, { cutOff }: { cutOff: boolean }) {
  await using server = await testServer({ twilio, env: FAST });
  const { app } = server;
  const people = addPeople(app, PEOPLE);
  twilio.failAlways({ slow: 20 });
  startBroadcast(app, people[0]!, HELLO);
  await until(() => twilio.texts.length >= 20);
  if (cutOff) twilio.failAlways(TOO_MANY);
  const { file } = await backUp(app.config.dataDir, to.path);
  if (!cutOff) await until(() => twilio.texts.length === PEOPLE);
  await restore(to.file('restored'), file, { now: app.now });
  return people;
}

test('a backup from the middle of a broadcast texts nobody again', async () => {
  await using twilio = await startTwilio();
  using folder = tempFolder();
  const people = await restoreDuringBroadcast(twilio, folder, { cutOff: false });
  await using server = await testServer({ twilio, env: restored(folder) });
  const { app } = server;
  const held = countHeldTexts(app)!;
  expect(held.texts).toBeGreaterThan(0);
  expect(isIdle(app)).toBe(true);
  decideHeldTexts(app, 'send');
  await until(() => app.outbox().filter(({ state }) => state === 'sent').length === PEOPLE);
  expect(receivedBy(twilio, people)).toEqual(people.map(() => 1));
  expect(countHeldTexts(app)).toBeNull();
});

test('a broadcast that was cut off goes on after a restore, to those who lack it', async () => {
  await using twilio = await startTwilio();
  using folder = tempFolder();
  const people = await restoreDuringBroadcast(twilio, folder, { cutOff: true });
  const before = twilio.texts.length;
  expect(before).toBeLessThan(PEOPLE);
  twilio.failAlways(null);
  await using server = await testServer({ twilio, env: restored(folder) });
  await Bun.sleep(1_100); // the background job that continues broadcasts runs every second
  expect(twilio.texts).toHaveLength(before);
  decideHeldTexts(server.app, 'send');
  await until(() => twilio.texts.length === PEOPLE && isIdle(server.app));
  expect(receivedBy(twilio, people)).toEqual(people.map(() => 1));
});

async function restoreAfterwards(twilio: Twilio, to: Folder, act: (server: TestServer) => Promise<unknown>) {
  await using server = await testServer({ twilio, env: { ...FAST, ...URL } });
  const { app } = server;
  const owner = ensureUser(app, ann);
  for (const person of [bob, cho]) ensureUser(app, person);
  share(app, owner, 'house', bob, cho);
  await until(() => isIdle(app));
  const { file } = await backUp(app.config.dataDir, to.path);
  await act(server);
  await until(() => isIdle(app));
  await restore(to.file('restored'), file, { now: app.now });
}

test('a text that is fetched again after a restore tells nobody twice', async () => {
  await using twilio = await startTwilio();
  using folder = tempFolder();
  await restoreAfterwards(twilio, folder, (server) =>
    twilio.text(server, bob.phone, 'Milk #house #feedback'),
  );
  const before = twilio.texts.length;
  await using server = await testServer({ twilio, env: restored(folder) });
  const { app } = server;
  const held = await until(() => countHeldTexts(app));
  expect(held.texts).toBe(3);
  create(app, ensureUser(app, ann), { content: 'New #house', source: 'ui' });
  await until(() => twilio.sentTo(bob.phone).at(-1)?.includes('New'));
  decideHeldTexts(app, 'send');
  await until(() => isIdle(app));
  expect(twilio.texts).toHaveLength(before + 1);
});

test('held texts can be dropped, and the operator is told of them', async () => {
  await using twilio = await startTwilio();
  using folder = tempFolder();
  await restoreDuringBroadcast(twilio, folder, { cutOff: true });
  const before = twilio.texts.length;
  const env = {
    ...twilio.environment,
    DATA_DIR: folder.file('restored'),
    PUBLIC_URL: 'http://127.0.0.1:1',
  };
  const { stdout } = await tagline(['doctor'], env);
  await using server = await testServer({ twilio, env: restored(folder) });
  const { app } = server;
  const find = () => checkHealth(app).find(({ name }) => name === 'Held after a restore');
  expect(find()).toMatchObject({ state: 'bad', value: `${countHeldTexts(app)?.texts} texts` });
  const { texts } = countHeldTexts(app)!;
  expect(texts).toBeGreaterThanOrEqual(PEOPLE - before);
  expect(stdout).toMatch(/^WRONG Held after a restore: .*$/m);
  decideHeldTexts(app, 'drop');
  expect(find()).toBeUndefined();
  expect(app.outbox().some(({ state }) => ['held', 'queued', 'sending'].includes(state))).toBe(false);
  expect(listBroadcasts(app)).toMatchObject([{ state: 'stopped', remaining: 0 }]);
  expect(twilio.texts).toHaveLength(before);
});
