import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appliedMigrations, BEFORE_UPGRADE, migrate, migrations } from '../../db/migrate';
import { open } from '../../db/open';
import { readConfig } from '../../src/app/config/config';
import { lockDataDir } from '../../src/app/data-folder/lock';
import { createApp } from '../../src/start/create-app';
import { tempFolder } from '../support/folder';

const ALL = migrations().map(({ name }) => name);
const config = (path: string) => readConfig({ DATA_DIR: path, PORT: '0', LOG_LEVEL: 'silent' });

const emptyDatabases: Buffer[] = [];

function emptyDatabase(count: number): Buffer {
  const known = emptyDatabases[count];
  if (known) return known;
  using sqlite = count > 1 ? Database.deserialize(emptyDatabase(count - 1)) : new Database(':memory:');
  migrate(sqlite, migrations().slice(0, count));
  const content = sqlite.serialize();
  emptyDatabases[count] = content;
  return content;
}

function writeDatabase(file: string, count: number) {
  writeFileSync(file, emptyDatabase(count));
  using sqlite = new Database(file, { strict: true });
  sqlite.run('pragma journal_mode = wal');
  sqlite.run("insert into users (phone, invite_code, created_at) values ('+12025550111', 'code', 1)");
}

test('a database of every schema version is copied, then brought up to date', () => {
  for (let count = 1; count < ALL.length; count++) {
    using data = tempFolder();
    writeDatabase(data.file('tagline.db'), count);
    const app = createApp(config(data.path));
    expect(appliedMigrations(app.db.$client)).toEqual(ALL);
    expect(app.db.$client.query('select phone from users').all()).toEqual([{ phone: '+12025550111' }]);
    expect(app.db.$client.query('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    app.close();
    const [copy = '', ...more] = readdirSync(data.file(BEFORE_UPGRADE));
    expect(more).toEqual([]);
    using before = new Database(join(data.file(BEFORE_UPGRADE), copy), { readonly: true });
    expect(appliedMigrations(before)).toEqual(ALL.slice(0, count));
    expect(before.query('select phone from users').all()).toEqual([{ phone: '+12025550111' }]);
  }
});

const schemaOf = (sqlite: Database) =>
  sqlite
    .query(
      "select name, sql from sqlite_schema where name <> 'schema_migrations' and name not like 'sqlite_%' order by name",
    )
    .all();

test('a database migrated step by step has the schema of a new one', () => {
  using data = tempFolder();
  using fresh = new Database(':memory:', { strict: true });
  migrate(fresh);
  for (let count = 1; count <= ALL.length; count++) {
    using sqlite = new Database(data.file('tagline.db'), { create: true, strict: true });
    migrate(sqlite, migrations().slice(0, count));
    if (count === ALL.length) expect(schemaOf(sqlite)).toEqual(schemaOf(fresh));
  }
});

test('a killed upgrade leaves a whole schema version, and then continues', async () => {
  using data = tempFolder();
  const file = data.file('tagline.db');
  const old = data.file('old.db');
  writeDatabase(old, 1);
  {
    using sqlite = new Database(old);
    sqlite.run(`
      with recursive n(value) as (select 1 union all select value + 1 from n limit 20000)
      insert into messages (sender_id, content, source, created_at) select 1, 'note ' || value, 'sms', value from n`);
  }
  const program = `(await import(${JSON.stringify(join(import.meta.dir, '../../db/open.ts'))})).open(${JSON.stringify(file)})`;
  const upgrade = () =>
    Bun.spawn([process.execPath, '-e', program], { stdio: ['ignore', 'ignore', 'ignore'] });
  for (let round = 0; round < 10; round++) {
    if (!existsSync(file)) copyFileSync(old, file);
    const copies = () =>
      existsSync(data.file(BEFORE_UPGRADE)) ? readdirSync(data.file(BEFORE_UPGRADE)).length : 0;
    const before = copies();
    const upgrading = upgrade();
    while (copies() === before && upgrading.exitCode === null) await Bun.sleep(1);
    // a random time, so that the kill comes while the program copies the database or applies a migration
    await Bun.sleep(Math.random() * 40);
    upgrading.kill('SIGKILL');
    await upgrading.exited;
    using sqlite = new Database(file);
    const done = appliedMigrations(sqlite);
    expect(done).toEqual(ALL.slice(0, done.length));
    using whole = Database.deserialize(emptyDatabase(done.length));
    expect(schemaOf(sqlite)).toEqual(schemaOf(whole));
    expect(sqlite.query('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(sqlite.query('select count(*) as n from messages').get()).toEqual({ n: 20_000 });
    if (done.length === ALL.length)
      for (const name of readdirSync(data.path)) if (/^tagline\.db/.test(name)) rmSync(data.file(name));
  }
  if (!existsSync(file)) copyFileSync(old, file);
  expect(await upgrade().exited).toBe(0);
  using sqlite = new Database(file);
  expect(appliedMigrations(sqlite)).toEqual(ALL);
  for (const name of readdirSync(data.file(BEFORE_UPGRADE)).filter((name) => name.endsWith('.db'))) {
    using copy = new Database(join(data.file(BEFORE_UPGRADE), name), { readonly: true });
    expect(copy.query('select count(*) as n from messages').get()).toEqual({ n: 20_000 });
  }
});

test('a database that is new or up to date is not copied', () => {
  using data = tempFolder();
  createApp(config(data.path)).close();
  createApp(config(data.path)).close();
  expect(existsSync(data.file(BEFORE_UPGRADE))).toBe(false);
});

test('a failing migration leaves the whole old schema', () => {
  using data = tempFolder();
  const file = data.file('tagline.db');
  writeDatabase(file, ALL.length);
  using sqlite = new Database(file, { strict: true });
  const wrong = {
    name: '9998_wrong.sql',
    sql: 'create table half (id integer); insert into nowhere values (1);',
  };
  expect(() => migrate(sqlite, [...migrations(), wrong])).toThrow();
  expect(appliedMigrations(sqlite)).toEqual(ALL);
  expect(sqlite.query("select 1 from sqlite_schema where name = 'half'").get()).toBeNull();
});

test('a database of a newer program is refused and not touched', () => {
  using data = tempFolder();
  writeDatabase(data.file('tagline.db'), ALL.length);
  {
    using sqlite = new Database(data.file('tagline.db'));
    sqlite.run("insert into schema_migrations values ('9999_later.sql', 1)");
  }
  expect(() => createApp(config(data.path))).toThrow(
    /^The database in .* cannot be opened: .*newer Tagline \(it has 9999_later\.sql\)/,
  );
  expect(existsSync(data.file(BEFORE_UPGRADE))).toBe(false);
});

test('a second server on a folder is refused until the first has closed', () => {
  using data = tempFolder();
  const first = createApp(config(data.path), { serving: true });
  expect(() => createApp(config(data.path), { serving: true })).toThrow(
    /is being served by another process\.$/,
  );
  createApp(config(data.path)).close(); // a command may use the folder while a server runs
  first.close();
  createApp(config(data.path), { serving: true }).close();
});

test('a database that a server uses is not upgraded', () => {
  using data = tempFolder();
  writeDatabase(data.file('tagline.db'), 1);
  const hold = lockDataDir(data.path);
  expect(() => open(data.file('tagline.db'), { mayUpgrade: false })).toThrow('Restart that server');
  expect(() => createApp(config(data.path))).toThrow('Restart that server');
  hold?.release();
  createApp(config(data.path)).close();
});

test('the start is refused after a restore that did not finish', () => {
  using data = tempFolder();
  createApp(config(data.path)).close();
  mkdirSync(data.file('restored'));
  expect(() => createApp(config(data.path))).toThrow('Run the same restore again.');
});
