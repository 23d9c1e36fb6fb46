import { Database } from 'bun:sqlite';
import { expect } from 'bun:test';
import { createHash } from 'node:crypto';
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
import { lockDataDir } from '../../../src/app/data-folder/lock';
import { addGuestLink } from '../../../src/boards/pages/guest-links';
import { publish } from '../../../src/boards/pages/pages';
import { createSharedBoard } from '../../../src/boards/sharing';
import { storeUpload } from '../../../src/media/media';
import { create } from '../../../src/messages/messages';
import { removeOwnMessage } from '../../../src/messages/removal';
import { backUp } from '../../../src/operators/backup/backup';
import { listBackups } from '../../../src/operators/backup/keep-backups';
import { restore } from '../../../src/operators/backup/restore';
import { writeZip } from '../../archive/write-zip';
import { testApp } from '../../support/app';
import { test } from '../../support/app-test';
import { bob } from '../../support/cast';
import { tempFolder } from '../../support/folder';
import { ensureUser } from '../../support/people';
import { addContents, dump, PHOTO } from './contents';

test('a restore keeps the previous database, its log and media in a folder', async ({ app }) => {
  await using old = testApp();
  using elsewhere = tempFolder();
  addContents(app);
  const { file } = await backUp(app.config.dataDir, elsewhere.path);
  const to = elsewhere.file('used');
  mkdirSync(join(to, 'media'), { recursive: true });
  for (const name of ['tagline.db', 'tagline.db-wal', 'tagline.db-shm'])
    copyFileSync(join(old.config.dataDir, name), join(to, name));
  writeFileSync(join(to, 'media/old.jpg'), 'old');

  const { kept } = await restore(to, file);
  expect(readdirSync(kept ?? '').sort()).toEqual(['media', 'tagline.db', 'tagline.db-shm', 'tagline.db-wal']);
  expect(dump(to)).toBe(dump(app.config.dataDir));
  expect(existsSync(join(to, 'media/old.jpg'))).toBe(false);
});

test('a damaged backup is refused, or restores exactly the original data', async ({ app }) => {
  using elsewhere = tempFolder();
  addContents(app);
  const { file } = await backUp(app.config.dataDir, elsewhere.path);
  const whole = readFileSync(file);
  const damaged = elsewhere.file('damaged.zip');
  let refused = 0;
  const attempt = async (bytes: Uint8Array, name: string) => {
    writeFileSync(damaged, bytes);
    const to = elsewhere.file(name);
    try {
      await restore(to, damaged);
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
  // not every change is refused, because a restore does not read some bytes, for example times
  expect(refused).toBeGreaterThan(40);
});

test('a newer backup, one of 0.1, another zip and another file are refused with a reason', async ({
  app,
}) => {
  using elsewhere = tempFolder();
  app.db.$client.run("insert into schema_migrations values ('9999_later.sql', 1)");
  const newer = await backUp(app.config.dataDir, elsewhere.file('newer.zip'));
  app.db.$client.run("update schema_migrations set name = '0001_start.sql' where name = '9999_later.sql'");
  const first = await backUp(app.config.dataDir, elsewhere.file('first.zip'));
  app.db.$client.run("delete from schema_migrations where name = '0001_start.sql'");
  const bare = elsewhere.file('bare.db');
  app.db.$client.query('vacuum into ?').run(bare);
  truncateSync(bare, statSync(bare).size / 2);
  const text = elsewhere.file('letter.txt');
  writeFileSync(text, 'just a letter');
  const zip = elsewhere.file('photos.zip');
  await writeZip(zip, { 'holiday.jpg': 'bytes' });
  const to = elsewhere.file('to');
  await expect(restore(to, newer.file)).rejects.toThrow('newer Tagline (it has 9999_later.sql)');
  await expect(restore(to, first.file)).rejects.toThrow(
    'made by Tagline 0.1, which this version cannot read',
  );
  await expect(restore(to, zip)).rejects.toThrow('is not a backup of Tagline');
  await expect(restore(to, text)).rejects.toThrow('is not a backup of Tagline');
  await expect(restore(to, bare)).rejects.toThrow('is damaged');
  await expect(restore(to, elsewhere.file('none.zip'))).rejects.toThrow('There is no file');
});

async function writeBackup(file: string, name: string, change: { size?: number; as?: string } = {}) {
  const bytes = 'evil';
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
  const manifest = {
    format: 'tagline-backup',
    program: '0.2.0',
    createdAt: new Date().toISOString(),
    schema: [],
    files: { [name]: { bytes: change.size ?? bytes.length, sha256 } },
  };
  await writeZip(file, { [change.as ?? name]: bytes, 'manifest.json': JSON.stringify(manifest) });
}

test('a backup that contains a file with a forbidden path is refused', async () => {
  using elsewhere = tempFolder();
  const file = elsewhere.file('evil.zip');
  for (const name of ['media/../../evil', 'media/.../x', '/etc/evil', 'evil.sh', 'media\\..\\evil']) {
    // zip writers refuse such names, so the test writes a harmless name of the same length and then
    // replaces its bytes
    const harmless = 'x'.repeat(name.length);
    await writeBackup(file, name, { as: harmless });
    const zip = readFileSync(file).toString('latin1').replaceAll(harmless, name);
    writeFileSync(file, zip, 'latin1');
    await expect(restore(elsewhere.file('to'), file)).rejects.toThrow(
      'is not a backup of Tagline, or is damaged',
    );
    expect(readdirSync(elsewhere.path).sort()).toEqual(['evil.zip', 'to']);
    expect(readdirSync(elsewhere.file('to'))).toEqual(['in-use']);
  }
});

test('a restore into the data folder of a running server is refused', async ({ app }) => {
  using elsewhere = tempFolder();
  const { file } = await backUp(app.config.dataDir, elsewhere.path);
  const lock = lockDataDir(app.config.dataDir);
  await expect(restore(app.config.dataDir, file)).rejects.toThrow('is being served');
  lock?.release();
});

test('a backup with a file of another size than its manifest names is refused', async () => {
  using elsewhere = tempFolder();
  const file = elsewhere.file('larger.zip');
  // a restore adds up the sizes that the manifest claims, to see if there is enough disk space
  await writeBackup(file, 'secret', { size: 2 });
  await expect(restore(elsewhere.file('to'), file)).rejects.toThrow(
    'its contents are not those of its manifest',
  );
});

test('a restore leaves other files in DATA_DIR where they are, such as backups', async ({ app }) => {
  const { dataDir } = app.config;
  addContents(app);
  const backups = join(dataDir, 'backups');
  mkdirSync(backups);
  const { file } = await backUp(dataDir, backups);
  writeFileSync(join(dataDir, 'contacts.db'), 'mine');
  app.close();
  const { kept } = await restore(dataDir, file);
  expect(listBackups(backups)).toHaveLength(1);
  expect(existsSync(join(dataDir, 'contacts.db'))).toBe(true);
  const isData = (name: string) => /^(media|secret|tagline\.db(-wal|-shm)?)$/.test(name);
  expect(readdirSync(kept ?? '').filter((name) => !isData(name))).toEqual([]);
  const copy = join(dataDir, 'copy.db');
  copyFileSync(join(dataDir, 'tagline.db'), copy);
  expect(readdirSync((await restore(dataDir, copy)).kept ?? '')).toEqual(['tagline.db']);
  expect(existsSync(copy)).toBe(true);
});

test('a restore deletes for good what could be undone, and closes what was open to others', async ({
  app,
}) => {
  using elsewhere = tempFolder();
  const user = ensureUser(app, bob);
  const upload = { bytes: new TextEncoder().encode('Secret'), type: 'text/plain', name: 'secret.txt' };
  const mediaIds = [(await storeUpload(app, user, upload)).id];
  removeOwnMessage(app, user, create(app, user, { content: 'Secret', source: 'ui', mediaIds }));
  createSharedBoard(app, user, 'house');
  publish(app, user, 'house', { licence: 'none', indexed: false });
  addGuestLink(app, user, 'house', { mayPost: true, days: 1 });
  const { file } = await backUp(app.config.dataDir, elsewhere.path);
  const to = elsewhere.file('restored');
  mkdirSync(to);
  await restore(to, file);
  using restored = new Database(join(to, 'tagline.db'));
  const count = (table: string) => restored.query(`select count(*) as n from ${table}`).get();
  for (const table of ['deleted_messages', 'pages', 'guest_links', 'memberships where on_page or for_guests'])
    expect([table, count(table)]).toEqual([table, { n: 0 }]);
  expect(count('media')).toEqual({ n: 0 });
  expect(count('files_to_delete')).toEqual({ n: 1 });
  expect(readFileSync(join(to, 'tagline.db')).includes('Secret')).toBe(false);
});

test('a zip that is not as its manifest says is refused with a reason', async ({ app }) => {
  using elsewhere = tempFolder();
  const database = elsewhere.file('whole.db');
  app.db.$client.query('vacuum into ?').run(database);
  const whole = readFileSync(database);
  const broken = Uint8Array.from(whole);
  broken.fill(0xff, 4_096, 12_288);
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const written = (bytes: Uint8Array) => ({ bytes: bytes.length, sha256: sha256(bytes) });
  const schema = ['0001_tables.sql'];
  const createdAt = new Date(0).toISOString();
  const photo = new Uint8Array([1, 2, 3]);
  const head = { format: 'tagline-backup', program: '0.2.0', createdAt, schema };
  const cases: [object, Record<string, Uint8Array>, string][] = [
    [{ ...head, format: 'other' }, {}, 'its manifest cannot be read'],
    [
      { ...head, files: { 'tagline.db': { ...written(whole), sha256: 'x' } } },
      { 'tagline.db': whole },
      'is not as it was written',
    ],
    [
      { ...head, files: { 'media/ab/photo.jpg': written(photo) } },
      { 'media/ab/photo.jpg': photo },
      'has no database in it',
    ],
    [{ ...head, files: { 'tagline.db': written(broken) } }, { 'tagline.db': broken }, 'is damaged'],
  ];
  for (const [n, [manifest, files, reason]] of cases.entries()) {
    const zip = elsewhere.file(`${n}.zip`);
    await writeZip(zip, { ...files, 'manifest.json': JSON.stringify(manifest) });
    await expect(restore(elsewhere.file(`to-${n}`), zip)).rejects.toThrow(reason);
  }
});
