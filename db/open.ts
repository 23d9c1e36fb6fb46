import { Database } from 'bun:sqlite';
import { linkSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { BEFORE_UPGRADE, copyBeforeUpgrade, isOutdated, migrate, refuseForeign } from './migrate';
import { oncePer } from './once-per';
import { prepareLate } from './prepare';
import { copyWithoutSearchIndex, isDamage, mustDropSearchIndex } from './search-tables';
import { AUTOCHECKPOINT_PAGES, BUSY_TIMEOUT_MS, syncLog } from './write-ahead-log';

export type Db = ReturnType<typeof connect>;

export const prepared = oncePer<Db>();

/** The values are checked, because SQLite reports no error for a pragma that it cannot apply. */
const PRAGMAS: [name: string, value: string, reads: unknown][] = [
  // set first, because setting journal_mode may have to wait for a lock
  ['busy_timeout', `${BUSY_TIMEOUT_MS}`, BUSY_TIMEOUT_MS],
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'NORMAL', 1], // `syncLog` makes commits survive a power cut, several at a time
  ['foreign_keys', 'ON', 1],
  ['secure_delete', 'ON', 1], // deleted rows are overwritten in the file
  ['wal_autocheckpoint', `${AUTOCHECKPOINT_PAGES}`, AUTOCHECKPOINT_PAGES], // a thread does it before (src/app/log-mover.ts), or falls behind
  ['journal_size_limit', '67108864', 67_108_864],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
  ['temp_store', 'MEMORY', 2],
  ['cache_size', '-16000', -16_000],
];

/** Older versions have a bug: they can corrupt a database when they reset its write-ahead log. */
const SQLITE_MIN = '3.51.3';

const OPEN_AGAIN_MS = 50;

/** Beside a process that is just ending, SQLite can say that it is busy without any wait. */
export function open(file: string, how: { mayUpgrade?: boolean; onStep?: (step: string) => void } = {}): Db {
  for (const began = performance.now(); ; Bun.sleepSync(OPEN_AGAIN_MS))
    try {
      return openOnce(file, how);
    } catch (error) {
      const isBusy = /^SQLITE_BUSY/.test((error as { code?: string }).code ?? '');
      if (!isBusy || performance.now() - began > BUSY_TIMEOUT_MS) throw error;
    }
}

/** Thrown in a process that only reads, by what must be done in the process that writes. */
export class NeedsWriter extends Error {
  override name = 'NeedsWriter';
}

/** The process that writes must have opened, and so upgraded, the file before. */
export function openReadOnly(file: string): Db {
  const sqlite = new Database(file, { readonly: true, strict: true });
  checkVersion(sqlite);
  setPragmas(sqlite, { check: true });
  const db = connect(sqlite);
  hooksOf(db).isReadOnly = true;
  return db;
}

function openOnce(
  file: string,
  { mayUpgrade = true, onStep = () => {} }: { mayUpgrade?: boolean; onStep?: (step: string) => void },
): Db {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  let sqlite = new Database(file, { create: true, strict: true });
  try {
    checkVersion(sqlite);
    setPragmas(sqlite, { check: file !== ':memory:' }); // a database in memory cannot have a write-ahead log
    refuseForeign(sqlite);
    if (mayUpgrade && mustDropSearchIndex(sqlite)) onStep('taking a damaged search index out');
    if (mayUpgrade && mustDropSearchIndex(sqlite) && replaceFile(sqlite, file)) {
      sqlite = new Database(file, { strict: true });
      setPragmas(sqlite, { check: true });
    }
    if (isOutdated(sqlite)) {
      if (!mayUpgrade)
        throw new Error(
          'it must be upgraded, and a server is using it. Restart that server with this version.',
        );
      onStep('copying the database');
      if (file !== ':memory:') copyBeforeUpgrade(sqlite, join(dirname(file), BEFORE_UPGRADE));
    }
    migrate(sqlite, onStep);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return connect(sqlite);
}

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

/** SQLite reports no error when it opens such a file. */
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
 * A transaction inside a transaction joins the outer one: if the outer command catches an error of the inner
 * command, the inner command's writes stay. Commands are synchronous, because a commit would not wait for a
 * promise. If a command meets a damaged page and the damage is mended, the command runs a second time.
 */
export function transaction<T>(db: Db, command: () => T extends Promise<unknown> ? never : T): T {
  if (db.$client.inTransaction) return command();
  return mending(db, () => runTransaction(db, command));
}

/** For a part of a transaction that is taken back alone if it throws. */
export function savepoint<T>(db: Db, part: () => T): T {
  const { effects } = hooksOf(db);
  const before = effects.length;
  db.$client.run('savepoint part');
  try {
    return part();
  } catch (error) {
    effects.length = before;
    db.$client.run('rollback to part');
    throw error;
  } finally {
    db.$client.run('release part');
  }
}

export function mending<T>(db: Db, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (db.$client.inTransaction || !isDamage(error) || !hooksOf(db).mend()) throw error;
    return act();
  }
}

function runTransaction<T>(db: Db, command: () => T): T {
  const { beforeCommit, effects, isReadOnly } = hooksOf(db);
  if (isReadOnly) throw new NeedsWriter('nothing is written here');
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
  if (effects.length > 0) runWhenStored(db, effects.splice(0));
  return result;
}

/** The effect runs once the commit survives a power cut. If the disk fails, it is dropped. */
export function afterCommit(db: Db, effect: () => void): void {
  if (db.$client.inTransaction) hooksOf(db).effects.push(effect);
  else runWhenStored(db, [effect]);
}

function runWhenStored(db: Db, effects: (() => void)[]): void {
  syncLog(db).then(
    () => {
      for (const effect of effects) runEffect(db, effect);
    },
    () => {},
  );
}

export function beforeEveryCommit(db: Db, hook: () => void): void {
  hooksOf(db).beforeCommit.push(hook);
}

export function onEffectError(db: Db, report: (error: unknown) => void): void {
  hooksOf(db).report = report;
}

export function onDamage(db: Db, mend: () => boolean): void {
  hooksOf(db).mend = mend;
}

/**
 * Reports its error instead of throwing it: the command is committed, and a caller who sees an error would
 * repeat the command.
 */
function runEffect(db: Db, effect: () => void): void {
  try {
    effect();
  } catch (error) {
    hooksOf(db).report(error);
  }
}

const hooksOf = prepared(() => ({
  isReadOnly: false,
  beforeCommit: [] as (() => void)[],
  effects: [] as (() => void)[],
  mend: (): boolean => false,
  report: (error: unknown): void =>
    queueMicrotask(() => {
      throw error;
    }),
}));

export const sizeOf = (db: Db): number =>
  db.$client
    .query<{ bytes: number }, []>(
      'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
    )
    .get()?.bytes ?? 0;

const statements = prepared(({ $client }) => ({
  begin: $client.prepare('begin immediate'),
  commit: $client.prepare('commit'),
  rollback: $client.prepare('rollback'),
}));
