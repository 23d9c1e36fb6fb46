import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from '../../db/schema';
import { findJob, jobFolder } from '../../src/archive/job-rows';
import { createJob, getJob, listJobs, removeJob } from '../../src/archive/jobs';
import { continueImports } from '../../src/archive/running';
import { allMessages } from '../../src/messages/lists';
import { type TestApp, testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { tempFolder } from '../support/folder';
import { ensureUser } from '../support/people';
import { until } from '../support/server';
import { keepNote, takeout } from './keep-takeout';

function given(app: TestApp, user: User, name: string, bytes: Uint8Array | string) {
  const folder = join(app.config.dataDir, `upload-${name}`);
  mkdirSync(folder);
  writeFileSync(join(folder, '0'), bytes);
  const files = [{ path: name, bytes: bytes.length }];
  return createJob(app, user, { name, files, startsItself: true, groups: null, tag: null }, folder).id;
}

test('an import that was cut off in the middle goes on and stores nothing twice', async () => {
  await using app = testApp();
  const user = ensureUser(app, ann);
  const id = given(app, user, 'keep.zip', await takeout(900));
  const running = continueImports(app);
  await until(() => allMessages(app, user).length > 0);
  // simulates SIGTERM or a kill, neither of which changes the row of the import
  app.stopping = true;
  await running;
  const stored = allMessages(app, user).length;
  expect(stored).toBeLessThan(900);
  expect(getJob(app, user, id).state).toBe('importing');
  app.stopping = false;
  await continueImports(app);
  expect(getJob(app, user, id)).toMatchObject({ state: 'done', result: { messages: 900, known: 0 } });
  expect(allMessages(app, user)).toHaveLength(900);
  await until(() => !existsSync(jobFolder(app, id)));
});

test('the imports of two people run at once, and each goes into its own account', async () => {
  await using app = testApp();
  const [a, b] = [ensureUser(app, ann), ensureUser(app, bob)];
  const zip = await takeout(300);
  const ids = [given(app, a, 'a.zip', zip), given(app, b, 'b.zip', zip)];
  await continueImports(app);
  expect(ids.map((id) => findJob(app, id)?.result?.messages)).toEqual([300, 300]);
  expect([a, b].map((user) => allMessages(app, user).length)).toEqual([300, 300]);
  expect(app.outbox()).toEqual([]);
});

test('a damaged entry is left out and named, a lost upload fails with a sentence', async () => {
  await using app = testApp();
  using files = tempFolder();
  const user = ensureUser(app, ann);
  const zip = Buffer.from(await takeout(2, { 'Takeout/Keep/Long.json': keepNote(7) }));
  const at = zip.indexOf('Long.json') + 'Long.json'.length + 20;
  zip[at] = (zip[at] ?? 0) ^ 0xff;
  await Bun.write(files.file('damaged.zip'), zip);
  const id = given(app, user, 'damaged.zip', zip);
  await continueImports(app);
  expect(getJob(app, user, id).result).toMatchObject({
    messages: 2,
    unreadable: 1,
    reasons: [{ what: 'Takeout/Keep/Long.json' }],
  });
  const lost = given(app, user, 'lost.zip', zip);
  app.db.$client.run(
    'update imports set files = \'[{"path":"other","bytes":1},{"path":"b","bytes":1}]\' where id = ?',
    [lost],
  );
  await continueImports(app);
  expect(getJob(app, user, lost).state).toBe('failed');
  expect((await listJobs(app, user)).imports.map(({ id }) => id)).toEqual([lost, id]);
  const columns = 'user_id, name, files, state, starts_itself, created_at, ended_at, tries';
  const copy = `insert into imports (${columns}) select ${columns} from imports where id = ?`;
  for (let times = 0; times < 12; times++) app.db.$client.run(copy, [lost]);
  const listed = (await listJobs(app, user)).imports;
  expect(listed).toHaveLength(11);
  expect(listed.at(-1)).toMatchObject({ id, undoUntil: expect.any(String) });
});

test('while hundreds of notes are imported, other work waits no longer than a batch', async () => {
  await using app = testApp();
  const user = ensureUser(app, ann);
  given(app, user, 'keep.zip', await takeout(600));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await continueImports(app);
  clearInterval(timer);
  expect(allMessages(app, user)).toHaveLength(600);
  expect(turns).toBeGreaterThan(600 / 200);
});

const cagesOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

test.if(process.platform === 'linux')(
  'an import whose reader was ended twice is given up, also over a restart',
  async () => {
    await using app = testApp();
    const user = ensureUser(app, ann);
    const id = given(app, user, 'keep.zip', await takeout(2_000));
    for (const tries of [1, 2]) {
      const running = continueImports(app);
      const reader = await until(() => cagesOf(process.pid)[0]);
      process.kill(reader, 'SIGKILL');
      await until(() => findJob(app, id)?.tries === tries);
      app.stopping = true;
      await running;
      await until(() => cagesOf(process.pid).length === 0);
      app.stopping = false;
      expect(findJob(app, id)?.tries).toBe(tries);
    }
    expect(getJob(app, user, id)).toMatchObject({
      state: 'failed',
      error:
        'Reading this file takes more memory than we give it. We have tried it twice and give it up. Export it anew, or in parts.',
    });
    await until(() => !existsSync(jobFolder(app, id))); // after the disk has the end of the import
  },
);

test('an import that its person stops in the middle keeps that as its reason', async () => {
  await using app = testApp();
  const user = ensureUser(app, ann);
  const id = given(app, user, 'keep.zip', await takeout(900));
  const running = continueImports(app);
  await until(() => allMessages(app, user).length > 0);
  removeJob(app, user, id);
  await running;
  expect(getJob(app, user, id)).toMatchObject({ state: 'failed', error: 'You stopped this import.' });
  expect(allMessages(app, user).length).toBeLessThan(900);
});
