import { expect, test } from 'bun:test';
import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../src/app/config/config';
import { checkHealth } from '../../../src/operators/health/health';
import { createApp } from '../../../src/start/create-app';
import { testApp } from '../../support/app';
import { ann } from '../../support/cast';
import { tagline } from '../../support/command';
import { tempFolder } from '../../support/folder';
import { giveAway, taglineAsUser } from '../../support/other-user';
import { ensureUser } from '../../support/people';

test.each([
  ['a read-only database', 'tagline.db', 0o444],
  ['a read-only data folder', '.', 0o555],
])('a start with %s is refused, and doctor says what to do', async (_, name, mode) => {
  using data = tempFolder();
  createApp(readConfig({ DATA_DIR: data.path })).close();
  giveAway(data.path);
  chmodSync(data.file(name), mode);
  const env = { DATA_DIR: data.path, PORT: '0', LOG_LEVEL: 'silent' };
  const [server, doctor] = await Promise.all([taglineAsUser([], env), taglineAsUser(['doctor'], env)]);
  chmodSync(data.path, 0o755);
  expect(server).toEqual({
    stdout: '',
    stderr: expect.stringMatching(
      /^DATA_DIR .+ cannot be written \((SQLITE_READONLY\w*|EACCES)\)\. Give it and its files to .+$/,
    ),
    exitCode: 1,
  });
  expect(doctor.exitCode).toBe(1);
  // either sentence may come: SQLite needs the write-ahead log to open the database in a folder without write
  // access
  expect(doctor.stdout + doctor.stderr).toMatch(
    /^(WRONG Data.+|DATA_DIR .+cannot be written).+ the user .+$/m,
  );
});

test('health reports data that others can read, or that another user owns', async () => {
  await using app = testApp();
  const { dataDir } = app.config;
  const folder = () => checkHealth(app).filter(({ name }) => name === 'Data folder');
  expect(folder()).toMatchObject([{ state: 'good' }]);
  chmodSync(dataDir, 0o755);
  chmodSync(join(dataDir, 'secret'), 0o644);
  expect(folder()).toMatchObject([
    { state: 'bad', advice: expect.stringMatching(/^Other users of this machine can read .+ chmod -R go= /) },
  ]);
  chmodSync(dataDir, 0o700);
  if (process.getuid?.() !== 0) return; // only root can give files away
  chownSync(join(dataDir, 'secret'), 65534, 65534);
  expect(folder()).toMatchObject([
    { state: 'bad', advice: expect.stringMatching(/secret belongs to another user .+ chown -R 0 /) },
  ]);
  chownSync(dataDir, 65534, 65534);
  expect(folder()).toMatchObject([
    { state: 'notice', advice: expect.stringContaining('run it as the owner') },
  ]);
});

test('health reports a missing or changed secret, and doctor creates none', async () => {
  await using app = testApp();
  ensureUser(app, ann);
  const secret = join(app.config.dataDir, 'secret');
  const found = () => checkHealth(app).find(({ name, state }) => name === 'Data folder' && state === 'bad');
  expect(found()).toBeUndefined();
  writeFileSync(secret, 'another');
  expect(found()?.advice).toContain('has changed since the start');
  rmSync(secret);
  expect(found()?.advice).toContain('Put it back from a backup');
  const doctor = await tagline(['doctor'], { DATA_DIR: app.config.dataDir });
  expect(doctor.stdout).toContain(`WRONG Data folder: ${secret} is missing.`);
});
