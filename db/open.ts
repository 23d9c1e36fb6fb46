import { Database } from 'bun:sqlite';
import { linkSync, mkdirSync, renameSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { BEFORE_UPGRADE, copyBeforeUpgrade, isOutdated, migrate, refuseForeign } from './migrate';
import { prepareLate } from './prepare';
import { copyWithoutSearchIndex, isDamage, mustDropSearchIndex } from './search-tables';

/** An open database. `$client` is the SQLite connection that drizzle uses. */
export type Db = ReturnType<typeof connect>;

/** Maximum milliseconds that a statement waits for another process to end its transaction. */
export const BUSY_TIMEOUT_MS = 10_000;

/**
 * Pragmas that `open` sets on a connection, and the value that SQLite must then report for each. The values
 * are checked, because SQLite reports no error for a pragma that it cannot apply.
 */
const PRAGMAS: [name: string, value: string, reads: unknown][] = [
  // set first, because setting journal_mode may have to wait for a lock
  ['busy_timeout', `${BUSY_TIMEOUT_MS}`, BUSY_TIMEOUT_MS],
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2], // a committed change survives a power cut
  ['foreign_keys', 'ON', 1],
  ['secure_delete', 'ON', 1], // deleted rows are overwritten in the file
  ['journal_size_limit', '67108864', 67_108_864],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
  ['temp_store', 'MEMORY', 2],
  ['cache_size', '-16000', -16_000],
];

/**
 * Oldest version of SQLite that is allowed. Older versions have a bug: they can corrupt a database when they
 * reset its write-ahead log.
 */
const SQLITE_MIN = '3.51.3';

/**
 * Opens a database file, and creates it if it is missing. An older database is copied and then upgraded
 * (docs/product.md: Upgrades). If the search index is so damaged that it must be dropped, a copy with an
 * empty index first replaces the file, unless another process uses the file. If `mayUpgrade` is false, the
 * file is not replaced, and `open` throws if the database must be upgraded. Also throws if SQLite is too old,
 * if a newer program has written the file, or if a step fails.
 */
export function open(file: string, { mayUpgrade = true } = {}): Db {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  let sqlite = new Database(file, { create: true, strict: true });
  try {
    checkVersion(sqlite);
    setPragmas(sqlite, { check: file !== ':memory:' }); // a database in memory cannot have a write-ahead log
    refuseForeign(sqlite);
    if (mayUpgrade && mustDropSearchIndex(sqlite) && replaceFile(sqlite, file)) {
      sqlite = new Database(file, { strict: true });
      setPragmas(sqlite, { check: true });
    }
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

/**
 * Replaces a database file by a copy with an empty search index, and closes `sqlite`. Keeps the old file in
 * the folder BEFORE_UPGRADE. If another process uses the database, changes nothing and returns false. The
 * next start of the program then tries again.
 */
function replaceFile(sqlite: Database, file: string): boolean {
  const folder = join(dirname(file), BEFORE_UPGRADE);
  const copy = `${file}.partial`;
  try {
    // empties the write-ahead log, and fails while another process is connected
    sqlite.run('pragma journal_mode = delete');
  } catch (error) {
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    return false;
  }
  copyWithoutSearchIndex(sqlite, copy);
  mkdirSync(folder, { recursive: true });
  linkSync(file, join(folder, `damaged-${Date.now()}.db`));
  renameSync(copy, file);
  sqlite.close();
  return true;
}

/**
 * Throws if the database file or its disk is read-only. SQLite reports no error when it opens such a file.
 */
export function requireWritable(db: Db): void {
  db.$client.run('begin'); // succeeds even on a read-only file; `begin immediate` would succeed too
  try {
    // this write fails if the file is read-only; otherwise the write is rolled back, so it needs no space
    db.$client.run('pragma user_version = 0');
  } finally {
    db.$client.run('rollback');
  }
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

function connect(client: Database) {
  prepareLate(client);
  return drizzle({ client });
}

/**
 * Runs a command in one `begin immediate` transaction and returns its result. Rolls back if the command
 * throws, and throws the same error. A transaction inside a transaction joins the outer one: if the outer
 * command catches an error of the inner command, the inner command's writes stay. Commands are synchronous,
 * because a commit would not wait for a promise. If a command meets a damaged page and the damage is mended,
 * the command runs a second time.
 */
export function transaction<T>(db: Db, command: () => T extends Promise<unknown> ? never : T): T {
  if (db.$client.inTransaction) return command();
  return mending(db, () => runTransaction(db, command));
}

/**
 * Runs `act` and returns its result. If `act` throws because of a damaged page, and no transaction is open at
 * that moment, calls the function that was set by `onDamage`. If that function returns true, runs `act` once
 * more. Otherwise throws the error of `act`.
 */
export function mending<T>(db: Db, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (db.$client.inTransaction || !isDamage(error) || !hooksOf(db).mend()) throw error;
    return act();
  }
}

function runTransaction<T>(db: Db, command: () => T): T {
  const { beforeCommit, effects } = hooksOf(db);
  const { begin, commit, rollback } = statements(db);
  begin.run();
  let result: T;
  try {
    result = command();
    if ((result as unknown) instanceof Promise) throw new TypeError('A command must be synchronous.');
    for (const hook of beforeCommit) hook();
    commit.run();
  } catch (error) {
    effects.length = 0;
    if (db.$client.inTransaction) rollback.run();
    throw error;
  }
  for (const effect of effects.splice(0)) runEffect(db, effect);
  return result;
}

/**
 * Runs `effect` after the current transaction is committed, or immediately if there is none. A rollback
 * discards the effect.
 */
export function afterCommit(db: Db, effect: () => void): void {
  if (db.$client.inTransaction) hooksOf(db).effects.push(effect);
  else runEffect(db, effect);
}

/**
 * Makes every later `transaction` run `hook` just before its commit. Writes of the hook are committed with
 * the transaction.
 */
export function beforeEveryCommit(db: Db, hook: () => void): void {
  hooksOf(db).beforeCommit.push(hook);
}

/** Passes the errors of effects to `report`. By default these errors are thrown later, in a microtask. */
export function onEffectError(db: Db, report: (error: unknown) => void): void {
  hooksOf(db).report = report;
}

/**
 * Sets the function to call when a command has met a damaged page. `mend` is called outside a transaction,
 * and returns whether the command is to be run again.
 */
export function onDamage(db: Db, mend: () => boolean): void {
  hooksOf(db).mend = mend;
}

/**
 * Runs an effect. Reports its error instead of throwing it: the command is committed, and a caller who sees
 * an error would repeat the command.
 */
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
  mend: (): boolean => false,
  report: (error: unknown): void =>
    queueMicrotask(() => {
      throw error;
    }),
}));

/**
 * Moves the write-ahead log into the database file and empties the log, so that no deleted data remains in
 * the log. Does nothing inside a transaction. Leaves data in the log if another process reads for longer than
 * `busy_timeout`.
 */
export function truncateWal(db: Db): void {
  if (!db.$client.inTransaction) db.$client.run('pragma wal_checkpoint(truncate)');
}

/**
 * Runs a transaction that does not wait for the disk, for data that can be fetched or computed again, such as
 * previews. A power cut can undo the transaction; a crash of the process cannot. Inside another transaction,
 * the command is part of that transaction.
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

/**
 * Resolves when a power cut can no longer undo the transactions that were committed before this call,
 * including relaxed ones. Unlike the commit of `transaction`, does not block this process while the disk
 * writes. Rejects if the disk fails.
 */
export function syncLog(db: Db): Promise<void> {
  const syncs = syncsOf(db);
  // calls that come during a sync share the next one, and calls resolve in their order
  syncs.next ??= syncs.latest
    .catch(() => {})
    .then(() => {
      syncs.next = null;
      return writeLog(db);
    });
  syncs.latest = syncs.next;
  return syncs.latest;
}

const syncsOf = prepared(() => ({
  /** The sync that began or will begin last. */
  latest: Promise.resolve(),
  /** The sync that has not begun yet, or null. */
  next: null as Promise<void> | null,
}));

async function writeLog({ $client: { filename } }: Db): Promise<void> {
  if (filename === ':memory:') return;
  // SQLite syncs the log before it moves changes from the log into the database file
  await using log = await openFile(`${filename}-wal`);
  await log.datasync();
}

/** Returns the size of the database file in bytes. */
export const sizeOf = (db: Db): number =>
  db.$client
    .query<{ bytes: number }, []>(
      'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
    )
    .get()?.bytes ?? 0;

/**
 * Returns a function that returns a value for a database, such as the prepared statements of a source file.
 * `build` is called once for each database.
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

const statements = prepared(({ $client }) => ({
  begin: $client.prepare('begin immediate'),
  commit: $client.prepare('commit'),
  rollback: $client.prepare('rollback'),
}));
