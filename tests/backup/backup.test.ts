import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { backUp, verifyBackup } from '../../src/backup/backup';
import { restore } from '../../src/backup/restore';
import { BACKUPS_KEPT, backUpIfDue, backupState, listBackups } from '../../src/backup/schedule';
import { lockDataDir } from '../../src/data-folder';
import { create } from '../../src/messages/messages';
import { findOrCreateUser } from '../../src/users/users';
import { createZip } from '../../src/zip';
import { type TestApp, testApp } from '../support/app';
import { ann } from '../support/cast';
import { DAY } from '../support/clock';
import { tempFolder } from '../support/folder';

/** These tests wait for the disk; a busy one is no failure. */
const PATIENCE_MS = 60_000;
const PHOTO = Buffer.from('not really a photo, but bytes all the same');

/** Somebody with three messages and a file. */
function settle(app: TestApp) {
  const { user } = findOrCreateUser(app, ann.phone);
  for (const content of ['one #food', 'two', 'three #food']) create(app, user, { content, source: 'sms' });
  mkdirSync(join(app.config.dataDir, 'media/ab'), { recursive: true });
  writeFileSync(join(app.config.dataDir, 'media/ab/photo.jpg'), PHOTO);
  writeFileSync(join(app.config.dataDir, 'media/ab/half.partial'), 'half');
  return user;
}

/** Every row of every table of a data folder; those that make up a virtual one stand there themselves. */
function dump(dataDir: string): string {
  using sqlite = new Database(join(dataDir, 'tagline.db'), { readonly: true });
  const tables = sqlite
    .query<{ name: string }, []>(
      "select name from sqlite_schema where type = 'table' and sql not like 'create virtual%' order by name",
    )
    .all();
  return JSON.stringify(tables.map(({ name }) => [name, sqlite.query(`select * from "${name}"`).values()]));
}

test(
  'what is backed up while it is served is restored into an empty folder, row for row and byte for byte',
  async () => {
    await using app = testApp();
    using elsewhere = tempFolder();
    settle(app);
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
  },
  PATIENCE_MS,
);

test(
  'restoring over data keeps the old beside it, its log and media too',
  async () => {
    await using app = testApp();
    await using old = testApp();
    using elsewhere = tempFolder();
    settle(app);
    const { file } = await backUp(app.config.dataDir, elsewhere.path);
    const to = elsewhere.file('used');
    mkdirSync(join(to, 'media'), { recursive: true });
    for (const name of ['tagline.db', 'tagline.db-wal', 'tagline.db-shm'])
      copyFileSync(join(old.config.dataDir, name), join(to, name));
    writeFileSync(join(to, 'media/old.jpg'), 'old');

    const { kept } = await restore(to, file);
    expect(readdirSync(kept ?? '').sort()).toEqual([
      'media',
      'tagline.db',
      'tagline.db-shm',
      'tagline.db-wal',
    ]);
    expect(dump(to)).toBe(dump(app.config.dataDir));
    expect(existsSync(join(to, 'media/old.jpg'))).toBe(false);
  },
  PATIENCE_MS,
);

test(
  'a backup that is cut short or has a changed byte is refused or restores exactly what was backed up',
  async () => {
    await using app = testApp();
    using elsewhere = tempFolder();
    settle(app);
    const { file } = await backUp(app.config.dataDir, elsewhere.path);
    const whole = readFileSync(file);
    const spoiled = elsewhere.file('spoiled.zip');
    let refused = 0;
    const attempt = async (bytes: Uint8Array, name: string) => {
      writeFileSync(spoiled, bytes);
      const to = elsewhere.file(name);
      try {
        await restore(to, spoiled);
      } catch (error) {
        expect((error as Error).name).toBe('VisibleError');
        expect(existsSync(join(to, 'tagline.db'))).toBe(false);
        refused += 1;
        return;
      }
      expect(dump(to)).toBe(dump(app.config.dataDir));
      expect(readFileSync(join(to, 'media/ab/photo.jpg'))).toEqual(PHOTO);
    };
    const cuts = [0, 1, 1000, whole.length - 100, whole.length - 1];
    for (const end of cuts) await attempt(whole.subarray(0, end), `cut-${end}`);
    expect(refused).toBe(cuts.length);
    for (let at = 0; at < whole.length; at += Math.floor(whole.length / 60)) {
      const changed = Uint8Array.from(whole);
      changed[at] = whole[at]! ^ 0x40;
      await attempt(changed, `flip-${at}`);
    }
    expect(refused).toBeGreaterThan(40); // the others are bytes that nobody reads, such as times
  },
  PATIENCE_MS,
);

test(
  'a backup of a newer version, another zip and another kind of file change nothing and say why',
  async () => {
    await using app = testApp();
    using elsewhere = tempFolder();
    app.db.$client.run("insert into schema_migrations values ('9999_later.sql', 1)");
    const newer = await backUp(app.config.dataDir, elsewhere.file('newer.zip'));
    app.db.$client.run("delete from schema_migrations where name = '9999_later.sql'");
    const bare = elsewhere.file('bare.db');
    app.db.$client.query('vacuum into ?').run(bare);
    truncateSync(bare, statSync(bare).size / 2);
    const text = elsewhere.file('notes.txt');
    writeFileSync(text, 'just notes');
    const zip = elsewhere.file('photos.zip');
    await zipOf(zip, { 'holiday.jpg': 'bytes' });
    const to = elsewhere.file('to');
    await expect(restore(to, newer.file)).rejects.toThrow('newer Tagline (it has 9999_later.sql)');
    await expect(restore(to, zip)).rejects.toThrow('is not a backup of Tagline');
    await expect(restore(to, text)).rejects.toThrow('is not a backup of Tagline');
    await expect(restore(to, bare)).rejects.toThrow('is damaged');
    await expect(restore(to, elsewhere.file('none.zip'))).rejects.toThrow('There is no file');
  },
  PATIENCE_MS,
);

test(
  'a name that leads out of the folder, or is not ours, is refused',
  async () => {
    using elsewhere = tempFolder();
    const file = elsewhere.file('evil.zip');
    for (const name of ['media/../../evil', 'media/.../x', '/etc/evil', 'evil.sh', 'media\\..\\evil']) {
      const bytes = 'evil';
      const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
      // zip writers refuse such names too: one of the same length is put in their place afterwards
      const harmless = 'x'.repeat(name.length);
      const manifest = {
        format: 'tagline-backup',
        program: '0.1.0',
        createdAt: new Date().toISOString(),
        schema: [],
        files: { [name]: { bytes: 4, sha256 } },
      };
      await zipOf(file, { [harmless]: bytes, 'manifest.json': JSON.stringify(manifest) });
      const zip = readFileSync(file).toString('latin1').replaceAll(harmless, name);
      writeFileSync(file, zip, 'latin1');
      await expect(restore(elsewhere.file('to'), file)).rejects.toThrow(
        'is not a backup of Tagline, or is damaged',
      );
      expect(readdirSync(elsewhere.path).sort()).toEqual(['evil.zip', 'to']);
      expect(readdirSync(elsewhere.file('to'))).toEqual(['in-use']);
    }
  },
  PATIENCE_MS,
);

test(
  'a folder that is being served is not restored into',
  async () => {
    await using app = testApp();
    using elsewhere = tempFolder();
    const { file } = await backUp(app.config.dataDir, elsewhere.path);
    const hold = lockDataDir(app.config.dataDir);
    await expect(restore(app.config.dataDir, file)).rejects.toThrow('is being served');
    hold?.release();
  },
  PATIENCE_MS,
);

test(
  'every backup made under eight writers is whole and has all that was there before it began',
  async () => {
    await using app = testApp();
    using elsewhere = tempFolder();
    const user = settle(app);
    let stored = 0;
    let writing = true;
    const writers = Array.from({ length: 8 }, async () => {
      while (writing) {
        create(app, user, { content: `note ${++stored} #busy`, source: 'api' });
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
        .query<{ count: number }, []>("select count(*) as count from messages where content like 'note %'")
        .get() ?? { count: 0 };
      expect(count).toBeGreaterThanOrEqual(before);
    }
    writing = false;
    await Promise.all(writers);
  },
  PATIENCE_MS,
);

test(
  'a day later there is another backup, the newest fourteen stay, and other files are left alone',
  async () => {
    using elsewhere = tempFolder();
    const backupDir = elsewhere.file('backups');
    await using app = testApp({ BACKUP_DIR: backupDir });
    app.clock.freeze();
    const makeBackup = (dataDir: string, to: string) => backUp(dataDir, to, { now: app.now });
    expect(backupState(app)).toEqual({ scheduled: true, last: null, error: null });
    for (let day = 0; day < BACKUPS_KEPT + 3; day++) {
      await backUpIfDue(app, makeBackup);
      await backUpIfDue(app, makeBackup); // not due again
      if (day === 0) writeFileSync(join(backupDir, 'letter.txt'), 'mine');
      app.clock.advance(DAY);
    }
    expect(listBackups(backupDir)).toHaveLength(BACKUPS_KEPT);
    expect(existsSync(join(backupDir, 'letter.txt'))).toBe(true);
    const { last } = backupState(app);
    expect(Date.parse(last?.createdAt ?? '')).toBe(Math.floor((app.now() - DAY) / 1000) * 1000);
    await verifyBackup(last?.file ?? '');
  },
  PATIENCE_MS,
);

test(
  'a backup that fails is shown, and tried again',
  async () => {
    using elsewhere = tempFolder();
    await using app = testApp({ BACKUP_DIR: elsewhere.path });
    await backUpIfDue(app, () => Promise.reject(new Error('The disk is full.')));
    expect(backupState(app)).toMatchObject({ last: null, error: 'The disk is full.' });
    await backUpIfDue(app, (dataDir, to) => backUp(dataDir, to, { now: app.now }));
    expect(backupState(app).error).toBeNull();
    expect(backupState(app).last).not.toBeNull();
  },
  PATIENCE_MS,
);

test(
  'a scheduled backup is made in a thread of its own',
  async () => {
    using elsewhere = tempFolder();
    await using app = testApp({ BACKUP_DIR: elsewhere.path });
    settle(app);
    await backUpIfDue(app);
    expect(backupState(app).error).toBeNull();
    expect(listBackups(elsewhere.path)).toHaveLength(1);
  },
  PATIENCE_MS,
);

async function zipOf(file: string, entries: Record<string, string>) {
  const zip = createZip();
  const written = Bun.write(file, new Response(zip.stream as never));
  for (const [name, content] of Object.entries(entries)) await zip.add(name, [content]);
  zip.end();
  await written;
}
