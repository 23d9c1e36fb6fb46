import { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getTableColumns, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { BEFORE_UPGRADE, copyBeforeUpgrade, isOutdated, migrate } from './migrate';
import * as schema from './schema';

/** The one room where another engine could go in (design 12). */
export type Db = ReturnType<typeof connect>;

/** Set at every open and read back: a pragma that silently did not apply has cost others their data. */
const PRAGMAS: [name: string, value: string, reads: unknown][] = [
  ['busy_timeout', '10000', 10_000], // before journal_mode, which may have to wait itself
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2], // an acknowledged text survives a power cut
  ['foreign_keys', 'ON', 1],
  ['secure_delete', 'ON', 1], // what is deleted leaves the file
  ['journal_size_limit', '67108864', 67_108_864],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
  ['temp_store', 'MEMORY', 2],
  ['cache_size', '-16000', -16_000],
];

/** The first SQLite without the WAL-reset corruption. */
const SQLITE_MIN = '3.51.3';

/**
 * Opens the database file, sets its pragmas and brings its schema up to date, after a copy of what it was.
 * Throws with one sentence if it cannot.
 */
export function open(file: string, { mayUpgrade = true } = {}): Db {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const sqlite = new Database(file, { create: true, strict: true });
  try {
    prepare(sqlite, file === ':memory:');
    if (isOutdated(sqlite)) {
      if (!mayUpgrade)
        throw new Error(
          'it must be upgraded, and a server is using it. Restart that server with this version.',
        );
      if (file !== ':memory:') copyBeforeUpgrade(sqlite, join(dirname(file), BEFORE_UPGRADE));
    }
    migrate(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return connect(sqlite);
}

function prepare(sqlite: Database, inMemory: boolean) {
  const { version } = sqlite.query('select sqlite_version() as version').get() as { version: string };
  if (Bun.semver.order(version, SQLITE_MIN) < 0)
    throw new Error(`SQLite ${version} is too old; ${SQLITE_MIN} or newer is needed.`);
  for (const [name, value, reads] of PRAGMAS) {
    sqlite.run(`pragma ${name} = ${value}`);
    const [now] = Object.values(sqlite.query(`pragma ${name}`).get() as object);
    if (now !== reads && !inMemory)
      throw new Error(`SQLite did not accept ${name} = ${value}; it says ${now}.`);
  }
}

const connect = (client: Database) => drizzle({ client, schema });

/**
 * Runs a command in one `BEGIN IMMEDIATE` transaction and returns its result. A command inside a command joins the
 * outer transaction. Throws whatever the command throws, after a rollback. Commands are synchronous: a promise
 * would be committed before its work is done.
 */
export function transaction<T>(db: Db, command: () => T extends Promise<unknown> ? never : T): T {
  const sqlite = db.$client;
  if (sqlite.inTransaction) return command();
  const { beforeCommit, effects } = hooksOf(db);
  sqlite.run('begin immediate');
  let result: T;
  try {
    result = command();
    if ((result as unknown) instanceof Promise) throw new TypeError('A command must be synchronous.');
    for (const hook of beforeCommit) hook();
    sqlite.run('commit');
  } catch (error) {
    effects.length = 0;
    if (sqlite.inTransaction) sqlite.run('rollback');
    throw error;
  }
  for (const effect of effects.splice(0)) runEffect(db, effect);
  return result;
}

/** Runs `effect` once the current transaction has committed, or at once outside of one. A rollback drops it. */
export function afterCommit(db: Db, effect: () => void): void {
  if (db.$client.inTransaction) hooksOf(db).effects.push(effect);
  else runEffect(db, effect);
}

/** Runs `hook` at the end of every transaction from now on, before it commits: what the hook writes is part of it. */
export function beforeEveryCommit(db: Db, hook: () => void): void {
  hooksOf(db).beforeCommit.push(hook);
}

/** Sends the errors of effects to `report`. By default they are thrown, in a later turn of the event loop. */
export function onEffectError(db: Db, report: (error: unknown) => void): void {
  hooksOf(db).report = report;
}

/** A failing effect must not make a committed command look failed: its caller would try it again. */
function runEffect(db: Db, effect: () => void): void {
  try {
    effect();
  } catch (error) {
    hooksOf(db).report(error);
  }
}

const hooksOf = prepared(() => ({
  beforeCommit: [] as (() => void)[],
  effects: [] as (() => void)[],
  report: (error: unknown): void =>
    queueMicrotask(() => {
      throw error;
    }),
}));

/** Moves what is committed into the database file, where `secure_delete` has overwritten what is gone. Within a command it waits for the next time. */
export function truncateWal(db: Db): void {
  if (!db.$client.inTransaction) db.$client.run('pragma wal_checkpoint(truncate)');
}

/**
 * A transaction for what can be had again, such as copies of things on the web: it does not wait for the disk, so a
 * power cut may undo it (and nothing else). Being killed does not.
 */
export function relaxedTransaction<T>(db: Db, command: () => T extends Promise<unknown> ? never : T): T {
  const sqlite = db.$client;
  if (sqlite.inTransaction) return command();
  sqlite.run('pragma synchronous = normal');
  try {
    return transaction(db, command);
  } finally {
    sqlite.run('pragma synchronous = full');
  }
}

/** Bytes of the database file. */
export const sizeOf = (db: Db): number =>
  db.$client
    .query<{ bytes: number }, []>(
      'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
    )
    .get()?.bytes ?? 0;

/** A query that is built once for each database: drizzle's builder costs more than SQLite's own work. */
export function prepared<Q>(build: (db: Db) => Q): (db: Db) => Q {
  const built = new WeakMap<Db, Q>();
  return (db) => {
    const known = built.get(db);
    if (known) return known;
    const query = build(db);
    built.set(db, query);
    return query;
  };
}

/**
 * A value of a prepared statement that joins tables: `eq(users.id, bound('id'))`, or in raw SQL `= +$id`. A bare
 * parameter lets SQLite plan such a statement anew for each value, which costs more than to run it; behind a
 * plus sign it is left alone.
 */
export const bound = (name: string) => sql`+${sql.placeholder(name)}`;

/** Writes a whole row, in place of an older one with the same key. */
export const replacing = <T extends SQLiteTable>(table: T, key: SQLiteColumn) =>
  prepared((db) => {
    const columns = Object.entries(getTableColumns(table));
    const placeholders = Object.fromEntries(columns.map(([name]) => [name, sql.placeholder(name)]));
    const set = Object.fromEntries(
      columns.map(([name, { name: column }]) => [name, sql`excluded.${sql.identifier(column)}`]),
    );
    const query = db
      .insert(table as SQLiteTable)
      .values(placeholders)
      .onConflictDoUpdate({ target: key, set })
      .prepare();
    return { run: (row: T['$inferInsert']) => query.run(row) };
  });
