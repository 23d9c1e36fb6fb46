import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { appliedMigrations, BEFORE_UPGRADE, MIGRATIONS, migrate } from '../../db/migrate';
import { open } from '../../db/open';
import { readConfig } from '../../src/app/config/config';
import { lockDataDir } from '../../src/app/data-folder/lock';
import { createApp } from '../../src/start/create-app';
import { tempFolder } from '../support/folder';
import { MADE_UP, withMadeUp, withMigrations } from '../support/made-up-migration';

const names = () => MIGRATIONS.map(({ name }) => name);
const config = (path: string) => readConfig({ DATA_DIR: path, PORT: '0', LOG_LEVEL: 'silent' });

/** Writes a database with a user, as a program wrote it that had only the first `count` migrations. */
function writeDatabase(file: string, count = MIGRATIONS.length) {
  using _ = withMigrations((all) => all.slice(0, count));
  using sqlite = new Database(file, { create: true, strict: true });
  sqlite.run('pragma journal_mode = wal');
  migrate(sqlite);
  sqlite.run("insert into users (phone, invite_code, created_at) values ('+12025550111', 'code', 1)");
}

test('a database of every schema version is copied, then brought up to date', () => {
  using _ = withMadeUp();
  for (let count = 1; count < MIGRATIONS.length; count++) {
    using data = tempFolder();
    writeDatabase(data.file('tagline.db'), count);
    const app = createApp(config(data.path));
    expect(appliedMigrations(app.db.$client)).toEqual(names());
    expect(app.db.$client.query('select phone from users').all()).toEqual([{ phone: '+12025550111' }]);
    expect(app.db.$client.query('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    app.close();
    const [copy = '', ...more] = readdirSync(data.file(BEFORE_UPGRADE));
    expect(more).toEqual([]);
    using before = new Database(join(data.file(BEFORE_UPGRADE), copy), { readonly: true });
    expect(appliedMigrations(before)).toEqual(names().slice(0, count));
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
  using _ = withMadeUp();
  using fresh = new Database(':memory:', { strict: true });
  migrate(fresh);
  using sqlite = new Database(':memory:', { strict: true });
  for (let count = 1; count <= MIGRATIONS.length; count++) {
    using _ = withMigrations((all) => all.slice(0, count));
    migrate(sqlite);
  }
  expect(schemaOf(sqlite)).toEqual(schemaOf(fresh));
});

test('a killed upgrade leaves a whole schema version, and then continues', async () => {
  using data = tempFolder();
  const file = data.file('tagline.db');
  const old = data.file('old.db');
  writeDatabase(old);
  {
    using sqlite = new Database(old);
    sqlite.run(`
      with recursive n(value) as (select 1 union all select value + 1 from n limit 20000)
      insert into messages (sender_id, content, source, created_at) select 1, 'note ' || value, 'sms', value from n`);
  }
  using _ = withMadeUp();
  const schemas = [MIGRATIONS.length - 1, MIGRATIONS.length].map((count) => {
    using _ = withMigrations((all) => all.slice(0, count));
    using sqlite = new Database(':memory:', { strict: true });
    migrate(sqlite);
    return schemaOf(sqlite);
  });
  const modules = ['../../scripts/prove/upgraded-program.ts', '../../db/open.ts'].map((path) =>
    JSON.stringify(join(import.meta.dir, path)),
  );
  const program = `await import(${modules[0]}); (await import(${modules[1]})).open(${JSON.stringify(file)})`;
  const upgrade = () =>
    Bun.spawn([process.execPath, '-e', program], { stdio: ['ignore', 'ignore', 'ignore'] });
  for (let round = 0; round < 10; round++) {
    if (!existsSync(file)) copyFileSync(old, file);
    const copies = () =>
      existsSync(data.file(BEFORE_UPGRADE)) ? readdirSync(data.file(BEFORE_UPGRADE)).length : 0;
    const before = copies();
    const upgrading = upgrade();
    while (copies() === before && upgrading.exitCode === null) await Bun.sleep(1);
    // a random time, so that the kill comes while the program copies the database or applies the migration
    await Bun.sleep(Math.random() * 40);
    upgrading.kill('SIGKILL');
    await upgrading.exited;
    using sqlite = new Database(file);
    const done = appliedMigrations(sqlite);
    expect(done).toEqual(names().slice(0, done.length));
    expect(schemaOf(sqlite)).toEqual(schemas[done.length === MIGRATIONS.length ? 1 : 0]!);
    expect(sqlite.query('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(sqlite.query('select count(*) as n from messages').get()).toEqual({ n: 20_000 });
    if (done.length === MIGRATIONS.length)
      for (const name of readdirSync(data.path)) if (/^tagline\.db/.test(name)) rmSync(data.file(name));
  }
  if (!existsSync(file)) copyFileSync(old, file);
  expect(await upgrade().exited).toBe(0);
  using sqlite = new Database(file);
  expect(appliedMigrations(sqlite)).toEqual(names());
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
  writeDatabase(data.file('tagline.db'));
  const applied = names();
  using sqlite = new Database(data.file('tagline.db'), { strict: true });
  const before = schemaOf(sqlite);
  const wrong = {
    name: '9998_wrong.sql',
    sql: 'create table half (id integer); insert into nowhere values (1);',
  };
  using _ = withMigrations((all) => [...all, MADE_UP, wrong]);
  expect(() => migrate(sqlite)).toThrow('no such table: nowhere');
  expect(appliedMigrations(sqlite)).toEqual(applied);
  expect(schemaOf(sqlite)).toEqual(before);
});

/** Expects that a database is refused with an error, and that neither its bytes nor its folder change. */
function expectRefused(data: { path: string; file(name: string): string }, error: RegExp) {
  {
    using sqlite = new Database(data.file('tagline.db'));
    sqlite.run('pragma wal_checkpoint(truncate)');
  }
  const before = readFileSync(data.file('tagline.db'));
  expect(() => createApp(config(data.path))).toThrow(error);
  expect(readFileSync(data.file('tagline.db')).equals(before)).toBe(true);
  expect(existsSync(data.file(BEFORE_UPGRADE))).toBe(false);
}

test('a database of a newer program is refused and not touched', () => {
  using data = tempFolder();
  writeDatabase(data.file('tagline.db'));
  {
    using sqlite = new Database(data.file('tagline.db'));
    sqlite.run("insert into schema_migrations values ('9999_later.sql', 1)");
  }
  expectRefused(data, /^The database in .* cannot be opened: .*newer Tagline \(it has 9999_later\.sql\)/);
});

test('a database of Tagline 0.1 is refused and not touched', () => {
  using data = tempFolder();
  {
    using sqlite = new Database(data.file('tagline.db'), { create: true });
    sqlite.run(`
      pragma journal_mode = wal;
      create table schema_migrations (name text primary key, applied_at integer not null) strict;
      create table users (id integer primary key, phone text);
      insert into schema_migrations values ('0001_start.sql', 1), ('0002_remains.sql', 1);
      insert into users values (1, '+12025550111')`);
  }
  expectRefused(data, /^The database in .* cannot be opened: .*written by Tagline 0\.1,.*CHANGELOG\.md\)\.$/);
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
  writeDatabase(data.file('tagline.db'));
  using _ = withMadeUp();
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
