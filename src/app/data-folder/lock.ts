import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../errors';
import { giveToOwnerOf } from './owner';

export const LOCK_FILE = 'in-use';

export type Lock = Disposable & { release(): void };

/**
 * The lock is one that SQLite holds on a file in the folder. The operating system releases it when the
 * process ends, even after a crash.
 */
export function lockDataDir(dataDir: string): Lock | null {
  const file = join(dataDir, LOCK_FILE);
  try {
    const created = mkdirSync(dataDir, { recursive: true });
    if (created) giveToOwnerOf(dirname(created), [created]);
    const isNew = !existsSync(file);
    const lock = lockFile(file);
    if (isNew) giveToOwnerOf(dataDir, [file]);
    return lock;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      existsSync(file)
        ? `The lock file ${file} cannot be used (${code}). It holds no data: delete it while no server is running, and run this again.`
        : `DATA_DIR ${dataDir} cannot be written (${code}).`,
    );
  }
}

/** Longer than a server takes to stop, so that the next one can be started before. */
const SERVER_WAITS_MS = 12_000;
const LOOK_EVERY_MS = 20;

/** Resolves with null if the folder is still locked after that time. */
export async function waitForLock(
  dataDir: string,
  { onWait = () => {}, within = SERVER_WAITS_MS } = {},
): Promise<Lock | null> {
  const until = performance.now() + within;
  for (let told = false; ; told = true) {
    const lock = lockDataDir(dataDir);
    if (lock || performance.now() > until) return lock;
    if (!told) onWait();
    await Bun.sleep(LOOK_EVERY_MS);
  }
}

export function isServed(dataDir: string): boolean {
  if (!existsSync(join(dataDir, LOCK_FILE))) return false;
  using lock = lockDataDir(dataDir);
  return lock === null;
}

function lockFile(file: string): Lock | null {
  const sqlite = new Database(file, { create: true });
  try {
    sqlite.run('pragma busy_timeout = 0');
    sqlite.run('pragma journal_mode = memory');
    sqlite.run('begin exclusive');
    return { release: () => sqlite.close(), [Symbol.dispose]: () => sqlite.close() };
  } catch (error) {
    sqlite.close();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'SQLITE_BUSY') return null;
    if (code !== 'SQLITE_NOTADB') throw error;
    // The file is damaged. SQLite locks the file before it reads it, so nobody else holds the lock. The file
    // is emptied and not deleted. Otherwise one process could lock the deleted file, and another process a
    // new file.
    truncateSync(file);
    return lockFile(file);
  }
}
