import { expect, test } from 'bun:test';
import { outbox } from '../../../db/schema';
import { listChores } from '../../../src/app/chores';
import { diskTrials, tryDisk } from '../../../src/operators/health/disk-trial';
import { checkHealth, examine } from '../../../src/operators/health/health';
import { enqueue } from '../../../src/outbox/outbox';
import { type TestApp, testApp } from '../../support/app';
import { ann, bob } from '../../support/cast';
import { DAY, HOUR, MINUTE } from '../../support/clock';
import { tempFolder } from '../../support/folder';
import { ensureUser } from '../../support/people';
import { type TestServer, testServer, until } from '../../support/server';
import { SERVER_ERROR, startTwilio } from '../../support/twilio';
import { testTwilio } from '../../support/twilio-server';

const find = (app: TestApp, name: string) => checkHealth(app).find((finding) => finding.name === name);

async function metric(server: TestServer, name: string): Promise<number | undefined> {
  const { text } = await server.stranger().get('/metrics');
  const value = new RegExp(`^tagline_${name} (.+)$`, 'm').exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
}

test('the age of backups grows while no backup has ever succeeded', async () => {
  using folder = tempFolder();
  await Bun.write(folder.file('file'), '');
  await using server = await testServer({ env: { BACKUP_DIR: folder.file('file') } });
  expect(await metric(server, 'backup_age_seconds')).toBeLessThan(60);
  expect(await until(() => find(server.app, 'Last backup')?.advice.startsWith('The last try failed ('))).toBe(
    true,
  );
  server.app.clock.advance(2 * DAY);
  expect(await metric(server, 'backup_age_seconds')).toBeGreaterThan(86_400);
});

test('health and doctor report data that was not backed up for two days', async () => {
  using folder = tempFolder();
  await using app = testApp({ BACKUP_DIR: folder.path });
  expect(find(app, 'Last backup')).toMatchObject({ state: 'notice', value: 'None yet' });
  app.clock.advance(2 * DAY);
  expect((await examine(app)).find(({ name }) => name === 'Last backup')).toMatchObject({
    state: 'bad',
    advice:
      'The data is 2 days old and was never backed up. Check that the server runs and can write to BACKUP_DIR.',
  });
});

testTwilio('a text waits since it was written, not since its last try', async ({ twilio, server }) => {
  twilio.failAlways(SERVER_ERROR);
  ensureUser(server.app, bob);
  enqueue(server.app, { to: bob.phone, body: 'Hi', kind: 'membership' });
  await until(() => server.app.db.select().from(outbox).get()?.error);
  server.app.db
    .update(outbox)
    .set({ nextAt: server.app.now() + HOUR })
    .run();
  server.app.clock.advance(80_000);
  expect(await metric(server, 'texts_waiting_seconds')).toBeGreaterThanOrEqual(80);
});

testTwilio('health compares the clock with that of Twilio and with the newest row', async ({ app }) => {
  await until(() => app.sms.clockAhead() !== null);
  expect(find(app, 'Clock')).toMatchObject({ state: 'good', advice: 'It agrees with that of Twilio.' });
  app.clock.advance(3 * HOUR);
  await examine(app);
  expect(find(app, 'Clock')).toMatchObject({
    state: 'bad',
    advice: 'It is 3 hours ahead of the clock of Twilio. Set it, for instance with timedatectl set-ntp true.',
  });
  enqueue(app, { to: bob.phone, body: 'Hi', kind: 'welcome' });
  app.clock.advance(-3 * HOUR);
  await examine(app);
  expect(find(app, 'Clock')).toMatchObject({
    state: 'notice',
    advice: 'It is right, but was ahead when the newest row was written. Nothing to do.',
  });
});

test('without the time of a gateway, a clock behind the newest row is bad', async () => {
  await using app = testApp();
  enqueue(app, { to: bob.phone, body: 'Hi', kind: 'welcome' });
  app.clock.advance(-HOUR);
  expect(find(app, 'Clock')).toMatchObject({
    state: 'bad',
    advice: expect.stringMatching(/^It is behind the newest row of the database\. Set it, /),
  });
});

test('a background job that fails is shown and counted', async () => {
  await using twilio = await startTwilio();
  twilio.failAlways(SERVER_ERROR);
  await using server = await testServer({ env: twilio.environment });
  const { app } = server;
  await until(() => listChores(app).some(({ failures }) => failures > 0));
  expect(find(app, 'Background work')).toMatchObject({
    state: 'notice',
    value: '1 chore failing',
    advice: expect.stringMatching(
      /^The last run of "receive missed texts" failed \(.+\)\. It is tried again by itself; /,
    ),
  });
  expect(await metric(server, 'chores_failing')).toBe(1);
  expect(await metric(server, 'chore_failures_total{chore="receive missed texts"}')).toBe(1);
  app.clock.advance(20 * MINUTE);
  expect(find(app, 'Background work')?.state).toBe('bad');
});

test('health reports an answer with status 500 as a fault for a day', async () => {
  await using server = await testServer();
  const client = await server.introduce(ann);
  expect(await metric(server, 'faults_total')).toBe(0);
  server.app.db.run('alter table messages rename to lost');
  expect((await client.post('/api/messages', { content: 'Milk' })).status).toBe(500);
  server.app.db.run('alter table lost rename to messages');
  expect(await metric(server, 'faults_total')).toBe(1);
  expect(find(server.app, 'Faults')).toMatchObject({ state: 'notice', value: '1 since the start, the last' });
  server.app.clock.advance(DAY + HOUR);
  expect(find(server.app, 'Faults')).toBeUndefined();
});

test('the disk is tried again at once when a request has failed because of it', async () => {
  await using app = testApp();
  const tried = async () => {
    await tryDisk(app);
    return diskTrials(app).log.at;
  };
  const first = await tried();
  expect(await tried()).toBe(first);
  app.faults.report(new Error('unexpected'), 'request failed');
  expect(await tried()).toBe(first);
  app.faults.report(Object.assign(new Error('write'), { code: 'EIO' }), 'request failed');
  const second = await tried();
  expect(second).toBeGreaterThan(first);
  expect(await tried()).toBe(second);
});
