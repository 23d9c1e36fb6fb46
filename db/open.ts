import { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { BEFORE_UPGRADE, copyBeforeUpgrade, isOutdated, migrate } from './migrate';
import * as schema from './schema';

/** An open database. `$client` is the SQLite connection that drizzle uses. */
export type Db = ReturnType<typeof connect>;

/**
 * Pragmas of every connection. For a database file, each is read back, because SQLite reports no error for a
 * pragma that it cannot apply.
 */
const PRAGMAS: [name: string, value: string, reads: unknown][] = [
  ['busy_timeout', '10000', 10_000], // first, because journal_mode may have to wait for a lock
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2], // a committed text survives a power cut
  ['foreign_keys', 'ON', 1],
  ['secure_delete', 'ON', 1], // deleted rows are overwritten in the file
  ['journal_size_limit', '67108864', 67_108_864],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
  ['temp_store', 'MEMORY', 2],
  ['cache_size', '-16000', -16_000],
];

/** The first version without the bug that can corrupt a database when its write-ahead log is reset. */
const SQLITE_MIN = '3.51.3';

/**
 * Opens a database file, and creates a missing one. An older database is copied and then migrated to the
 * newest schema (docs/product.md: Upgrades). Throws when the file cannot be opened, or is older and
 * `mayUpgrade` is false.
 */
export function open(file: string, { mayUpgrade = true } = {}): Db {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const sqlite = new Database(file, { create: true, strict: true });
  try {
    checkVersion(sqlite);
    setPragmas(sqlite, { check: file !== ':memory:' }); // a database in memory has no write-ahead log
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

function checkVersion(sqlite: Database) {
  const { version } = sqlite.query('select sqlite_version() as version').get() as { version: string };
  if (Bun.semver.order(version, SQLITE_MIN) < 0)
    throw new Error(`SQLite ${version} is too old; ${SQLITE_MIN} or newer is needed.`);
}

function setPragmas(sqlite: Database, { check }: { check: boolean }) {
  for (const [name, value, reads] of PRAGMAS) {
    sqlite.run(`pragma ${name} = ${value}`);
    const [now] = Object.values(sqlite.query(`pragma ${name}`).get() as object);
    if (check && now !== reads) throw new Error(`SQLite did not accept ${name} = ${value}; it says ${now}.`);
  }
}

const connect = (client: Database) => drizzle({ client, schema });

/**
 * Runs a command in one `begin immediate` transaction and returns its result. Rolls back when the command
 * throws, and rethrows. A command inside a command joins the outer transaction: if the outer command catches
 * an error of the inner command, the inner command's writes stay. Commands are synchronous, because a commit
 * would not wait for a promise.
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

/** Runs `effect` once the current transaction is committed, or at once outside of a transaction. A rollback drops it. */
export function afterCommit(db: Db, effect: () => void): void {
  if (db.$client.inTransaction) hooksOf(db).effects.push(effect);
  else runEffect(db, effect);
}

/** Runs `hook` at the end of every transaction from now on, before the commit. What the hook writes is committed too. */
export function beforeEveryCommit(db: Db, hook: () => void): void {
  hooksOf(db).beforeCommit.push(hook);
}

/** Reports the errors of effects to `report`. By default these errors are thrown later, in a microtask. */
export function onEffectError(db: Db, report: (error: unknown) => void): void {
  hooksOf(db).report = report;
}

/** Runs an effect. Reports its error, because a caller would repeat a committed command that seems to fail. */
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

/**
 * Moves the write-ahead log into the database file and empties the log, so that no deleted data remains
 * there. Does nothing inside a transaction, or while another process reads for longer than `busy_timeout`.
 */
export function truncateWal(db: Db): void {
  if (!db.$client.inTransaction) db.$client.run('pragma wal_checkpoint(truncate)');
}

/**
 * Runs a transaction that does not wait for the disk, for data that can be fetched again, such as previews. A
 * power cut may undo it, a crash of the process does not. Inside another transaction, the command is part of
 * that transaction.
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

/** Returns the size of the database file in bytes. */
export const sizeOf = (db: Db): number =>
  db.$client
    .query<{ bytes: number }, []>(
      'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
    )
    .get()?.bytes ?? 0;

/**
 * Returns a function that builds a value once for each database, such as the prepared statements of a file,
 * and returns that value from then on. In joins that run often, write a plus sign before a parameter, as in
 * `= +$id`: SQLite would plan the statement anew for each value of a bare parameter, which costs more than
 * running it.
 */
export function prepared<T>(build: (db: Db) => T): (db: Db) => T {
  const values = new WeakMap<Db, T>();
  return (db) => {
    const known = values.get(db);
    if (known) return known;
    const value = build(db);
    values.set(db, value);
    return value;
  };
}
