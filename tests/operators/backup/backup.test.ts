import { Database } from 'bun:sqlite';
import { expect } from 'bun:test';
import { existsSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from '../../../src/messages/messages';
import { backUp } from '../../../src/operators/backup/backup';
import {
  BACKUPS_KEPT,
  type Keep,
  keepBackups,
  listBackups,
} from '../../../src/operators/backup/keep-backups';
import { verifyBackup } from '../../../src/operators/backup/manifest';
import { restore } from '../../../src/operators/backup/restore';
import { backUpIfDue, getBackupState } from '../../../src/operators/backup/schedule';
import { testApp } from '../../support/app';
import { test } from '../../support/app-test';
import { DAY } from '../../support/clock';
import { tempFolder } from '../../support/folder';
import { testServer, until } from '../../support/server';
import { addContents, dump, PHOTO } from './contents';

test('a backup made while serving is restored row for row and byte for byte', async ({ app }) => {
  using elsewhere = tempFolder();
  addContents(app);
  const backup = await backUp(app.config.dataDir, elsewhere.path, { now: app.now });
  expect(backup.media).toBe(1);
  expect(readdirSync(elsewhere.path)).toEqual([backup.file.slice(elsewhere.path.length + 1)]);

  const to = elsewhere.file('new');
  const { kept } = await restore(to, backup.file);
  expect(kept).toBeNull();
  expect(dump(to)).toBe(dump(app.config.dataDir));
  expect(readFileSync(join(to, 'media/ab/photo.jpg'))).toEqual(PHOTO);
  expect(readFileSync(join(to, 'secret'))).toEqual(readFileSync(join(app.config.dataDir, 'secret')));
  expect(existsSync(join(to, 'media/ab/half.partial'))).toBe(false);
});

test('a backup made during writes is complete up to its start', async ({ app }) => {
  using elsewhere = tempFolder();
  const user = addContents(app);
  let stored = 0;
  let writing = true;
  const writers = Array.from({ length: 8 }, async () => {
    while (writing) {
      create(app, user, { content: `message ${++stored} #busy`, source: 'api' });
      await Bun.sleep(5);
    }
  });
  for (let round = 0; round < 3; round++) {
    const before = stored;
    const { file } = await backUp(app.config.dataDir, elsewhere.file(`${round}.zip`));
    const to = elsewhere.file(`at-${round}`);
    await restore(to, file);
    using sqlite = new Database(join(to, 'tagline.db'), { readonly: true });
    const { count } = sqlite
      .query<{ count: number }, []>("select count(*) as count from messages where content like 'message %'")
      .get() ?? { count: 0 };
    expect(count).toBeGreaterThanOrEqual(before);
  }
  writing = false;
  await Promise.all(writers);
});

test('a backup is made daily, the newest 14 stay, other files are untouched', async () => {
  using elsewhere = tempFolder();
  const backupDir = elsewhere.file('backups');
  await using app = testApp({ BACKUP_DIR: backupDir });
  app.clock.freeze();
  expect(getBackupState(app)).toEqual({ scheduled: true, last: null, error: null });
  for (let day = 0; day < BACKUPS_KEPT + 3; day++) {
    await backUpIfDue(app, keepBackups);
    await backUpIfDue(app, keepBackups); // no backup is due, so none is made
    if (day === 0) writeFileSync(join(backupDir, 'letter.txt'), 'mine');
    app.clock.advance(DAY);
  }
  expect(listBackups(backupDir)).toHaveLength(BACKUPS_KEPT);
  expect(existsSync(join(backupDir, 'letter.txt'))).toBe(true);
  const { last } = getBackupState(app);
  expect(Date.parse(last?.createdAt ?? '')).toBe(Math.floor((app.now() - DAY) / 1000) * 1000);
  await verifyBackup(last?.file ?? '');
});

test('after the clock was a year ahead, a backup is made daily and none is displaced', async () => {
  using elsewhere = tempFolder();
  await using app = testApp({ BACKUP_DIR: elsewhere.path });
  app.clock.freeze();
  const runDays = async (days: number) => {
    for (let day = 0; day < days; day++) {
      await backUpIfDue(app, keepBackups);
      app.clock.advance(DAY);
    }
  };
  app.clock.advance(365 * DAY);
  await runDays(BACKUPS_KEPT);
  app.clock.advance(-(365 + BACKUPS_KEPT) * DAY);
  expect(getBackupState(app).last).toBeNull();
  await runDays(2);
  await backUpIfDue(app, keepBackups);
  const dates = listBackups(elsewhere.path).map(({ createdAt }) => Date.parse(createdAt));
  expect(dates.filter((date) => date <= app.now())).toHaveLength(3);
  expect(dates.filter((date) => date > app.now())).toHaveLength(BACKUPS_KEPT);
  expect(Date.parse(getBackupState(app).last!.createdAt)).toBeWithin(app.now() - 1000, app.now() + 1);
});

test('a failed backup is shown to operators and tried again', async () => {
  using elsewhere = tempFolder();
  await using app = testApp({ BACKUP_DIR: elsewhere.path });
  await backUpIfDue(app, () => Promise.reject(new Error('The disk is full.')));
  expect(getBackupState(app)).toMatchObject({ last: null, error: 'The disk is full.' });
  await backUpIfDue(app, keepBackups);
  expect(getBackupState(app).error).toBeNull();
  expect(getBackupState(app).last).not.toBeNull();
});

test('a scheduled backup is made in a worker thread', async () => {
  using elsewhere = tempFolder();
  await using app = testApp({ BACKUP_DIR: elsewhere.path });
  addContents(app);
  await backUpIfDue(app);
  expect(getBackupState(app).error).toBeNull();
  expect(listBackups(elsewhere.path)).toHaveLength(1);
});

test('a backup folder that hangs is left to its thread, and its last backup is remembered', async () => {
  using elsewhere = tempFolder();
  await using server = await testServer({ env: { BACKUP_DIR: elsewhere.file('nas') } });
  const { app } = server;
  await until(() => getBackupState(app).last);
  let looks = 0;
  const hangs: Keep = () => {
    looks += 1;
    return new Promise(() => {});
  };
  renameSync(elsewhere.file('nas'), elsewhere.file('gone'));
  // the first backup may still be written
  await until(async () => {
    await backUpIfDue(app, hangs, 1);
    return looks > 0;
  });
  await backUpIfDue(app, hangs, 1);
  expect(looks).toBe(1);
  expect(getBackupState(app)).toMatchObject({ last: {}, error: 'BACKUP_DIR does not answer' });
  const { text } = await server.stranger().get('/metrics');
  expect(Number(/^tagline_backup_age_seconds (.+)$/m.exec(text)?.[1])).toBeLessThan(3600);
  expect(existsSync(elsewhere.file('nas'))).toBe(false);
});

test('the next look deletes what a killed backup has left, but nothing of one that runs', async () => {
  using elsewhere = tempFolder();
  await using app = testApp({ BACKUP_DIR: elsewhere.path });
  await backUpIfDue(app, keepBackups);
  const kept = readdirSync(elsewhere.path);
  const left = ['.partial', '.partial.db', '.partial.db.partial'];
  for (const end of left) {
    writeFileSync(elsewhere.file(`tagline-backup-killed.zip${end}`), '');
    utimesSync(elsewhere.file(`tagline-backup-killed.zip${end}`), 0, 0);
    writeFileSync(elsewhere.file(`tagline-backup-runs.zip${end}`), '');
  }
  await backUpIfDue(app, keepBackups);
  const running = left.map((end) => `tagline-backup-runs.zip${end}`);
  expect(readdirSync(elsewhere.path).sort()).toEqual([...kept, ...running].sort());
});
