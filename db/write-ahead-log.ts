import type { Database } from 'bun:sqlite';
import { type FileHandle, open } from 'node:fs/promises';
import { oncePer } from './once-per';

type Connection = { $client: Database };

export const BUSY_TIMEOUT_MS = 10_000;
export const AUTOCHECKPOINT_PAGES = 10_000;

/** For work that is tried again later: while SQLite waits for another process, nothing else runs. */
export function withoutWaiting<T>(sqlite: Database, act: () => T): T {
  sqlite.run('pragma busy_timeout = 0');
  try {
    return act();
  } finally {
    sqlite.run(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

const logOf = oncePer<Connection>()(({ $client }) => ({
  countChanges: $client.prepare<{ changes: number }, []>('select total_changes() as changes'),
  countPages: $client.prepare<{ log: number; checkpointed: number }, []>('pragma wal_checkpoint(noop)'),
  handle: null as FileHandle | null,
  /** Number of changed rows at the beginning of the last sync that succeeded. */
  synced: 0,
  running: null as { changes: number; ended: Promise<void> } | null,
  next: null as Promise<void> | null,
  hasFailed: false,
  isClosed: false,
  /** True at the start, because the process before this one may have been killed. */
  mustBeEmptied: true,
  isCopied: false,
}));

/**
 * Resolves when a power cut can no longer undo what was committed before this call. Calls that come during a
 * sync share the next one. With nothing to store, only `always` makes the disk sync.
 */
export function syncLog(db: Connection, { always = false } = {}): Promise<void> {
  const log = logOf(db);
  const changes = countChanges(db);
  if (!always && changes === log.synced && !log.hasFailed) return Promise.resolve();
  if (!always && changes === log.running?.changes) return log.running.ended;
  log.next ??= (log.running?.ended ?? Promise.resolve())
    .catch(() => {})
    .then(() => {
      log.next = null;
      const changes = countChanges(db);
      const ended = sync(db).finally(() => {
        log.running = null;
      });
      log.running = { changes, ended };
      return ended;
    });
  return log.next;
}

async function sync(db: Connection): Promise<void> {
  const log = logOf(db);
  const { filename } = db.$client;
  const changes = countChanges(db);
  const refuseClosed = () => {
    if (log.isClosed) throw new Error('the database is closed');
  };
  refuseClosed();
  try {
    // a failed sync is reported once and never repeated, so what it should have stored is written elsewhere
    if (log.hasFailed && !truncate(db)) throw stillFailed();
    if (filename !== ':memory:') {
      // SQLite syncs the log before it moves changes from the log into the database file
      log.handle ??= await open(`${filename}-wal`);
      await log.handle.datasync();
    }
    log.hasFailed = false;
    log.synced = changes;
  } catch (error) {
    log.hasFailed = true;
    throw error;
  }
  refuseClosed();
}

const stillFailed = () =>
  Object.assign(new Error('a sync failed, and the log cannot be renewed while others read it'), {
    code: 'SQLITE_IOERR_FSYNC',
  });

/** Grows with every change of this connection. */
export const countChanges = (db: Connection): number => {
  const log = logOf(db);
  return log.isClosed ? log.synced : log.countChanges.get()!.changes;
};

/** Pages of the log that are to be moved into the database file. */
export function countWaitingPages(db: Connection): number {
  if (logOf(db).isCopied) return 0;
  const { log, checkpointed } = logOf(db).countPages.get()!;
  return log - checkpointed;
}

/**
 * While Litestream copies the log, it alone may move it into the file: whoever else empties the log makes it
 * begin anew with a copy of the whole file.
 */
export function leaveLogToCopier(db: Connection, isCopied: boolean): void {
  logOf(db).isCopied = isCopied;
  db.$client.run(`pragma wal_autocheckpoint = ${isCopied ? 0 : AUTOCHECKPOINT_PAGES}`);
}

/** Writes a page to the log and changes nothing: the version is always 0. */
export const commitNothing = ({ $client }: Connection): void => {
  $client.run('pragma user_version = 0');
};

export function whyEmptyLog(db: Connection): 'failed' | 'deleted' | null {
  const { hasFailed, mustBeEmptied } = logOf(db);
  return hasFailed ? 'failed' : mustBeEmptied ? 'deleted' : null;
}

/** Empties the log, so that what was deleted is in no file. While another process reads, a chore goes on. */
export function emptyLog(db: Connection): void {
  logOf(db).mustBeEmptied = true;
  try {
    finishEmptyingLog(db);
  } catch {} // the chore reports it
}

export function finishEmptyingLog(db: Connection): void {
  const log = logOf(db);
  if (log.mustBeEmptied && !log.isCopied && !db.$client.inTransaction) log.mustBeEmptied = !truncate(db);
}

const truncate = ({ $client }: Connection): boolean =>
  withoutWaiting($client, () => {
    const outcome = $client.query<{ busy: number }, []>('pragma wal_checkpoint(truncate)').get();
    return outcome?.busy === 0;
  });

export function closeLog(db: Connection): void {
  const log = logOf(db);
  log.isClosed = true;
  const close = () => log.handle?.close();
  (log.running?.ended ?? Promise.resolve()).then(close, close);
}
