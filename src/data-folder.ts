import { Database } from 'bun:sqlite';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Db, open } from '../db/open';
import { ConfigError } from './config';
import { keepIndex } from './search/index/indexing';

/** What DATA_DIR holds. Everything else in it can be made again. */
export const DATABASE = 'tagline.db';
export const SECRET = 'secret';
export const MEDIA = 'media';
/** A restore on its way, and one that is complete but for its last renames; `backup/restore.ts` has both. */
export const RESTORING = 'restoring';
export const RESTORED = 'restored';

const HOLD = 'in-use';
/** A command that only passes by holds the folder for a moment. */
const SERVE_WAITS_MS = 2_000;

export type Lock = { release(): void };

/**
 * Holds a folder for this process alone, or answers null while another process holds it. SQLite's own lock on a
 * file: the system lets go of it when the process ends, however it ends.
 */
export function lockDataDir(dataDir: string, waitMs = 0): Lock | null {
  const file = writable(dataDir, () => {
    mkdirSync(dataDir, { recursive: true });
    return new Database(join(dataDir, HOLD), { create: true });
  });
  try {
    file.run(`pragma busy_timeout = ${waitMs}`);
    file.run('pragma journal_mode = memory');
    file.run('begin exclusive');
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return null;
    throw cannotWrite(dataDir, error);
  }
}

/**
 * Opens the database of a folder, and holds the folder when it is to be served: of two servers on one folder
 * the second is refused, and nobody upgrades a database under a server's feet. Throws a ConfigError.
 */
export function openDataDir(
  dataDir: string,
  serving: boolean,
): { db: Db; secret: Buffer; lock: Lock | null } {
  refuseHalfRestored(dataDir);
  const lock = lockDataDir(dataDir, serving ? SERVE_WAITS_MS : 0);
  if (serving && !lock) throw new ConfigError(`DATA_DIR ${dataDir} is being served by another process.`);
  try {
    const db = writable(dataDir, () => open(join(dataDir, DATABASE), { mayUpgrade: lock !== null }));
    writable(dataDir, () => keepIndex(db, { mayRebuild: lock !== null }));
    const secret = writable(dataDir, () => readSecret(dataDir));
    if (!serving) lock?.release();
    return { db, secret, lock: serving ? lock : null };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/**
 * The database of a folder. Throws a ConfigError where there is none, since a slip in DATA_DIR must not make an
 * empty one, and where we may not look for it.
 */
export function requireDatabase(dataDir: string): string {
  refuseHalfRestored(dataDir);
  const file = join(dataDir, DATABASE);
  if (writable(dataDir, () => statSync(file, { throwIfNoEntry: false }))) return file;
  throw new ConfigError(
    `There is no database in ${resolve(dataDir)}. Set DATA_DIR, or go to the folder the server was started in.`,
  );
}

function refuseHalfRestored(dataDir: string) {
  if (existsSync(join(dataDir, RESTORED)))
    throw new ConfigError(`A restore into ${dataDir} was interrupted. Run the same restore again.`);
}

const MAGIC_OF_FILE_SYSTEM: Record<number, string> = {
  26985: 'NFS',
  4283649346: 'CIFS',
  4266872130: 'SMB',
  16914839: '9p',
  1702057286: 'FUSE',
  2035054128: 'overlay',
};

/** The name of a file system on which SQLite's locks and syncs cannot be relied on, or which goes with its container. */
export function unreliableFileSystem(dataDir: string): string | null {
  return MAGIC_OF_FILE_SYSTEM[statfsSync(dataDir).type] ?? null;
}

/** Bytes that may still be written to the disk of this folder. */
export function freeSpace(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** For hashing codes; made at the first start. */
function readSecret(dataDir: string): Buffer {
  const file = join(dataDir, SECRET);
  if (!existsSync(file))
    // `wx`: of two first starts one makes it and the other reads it
    try {
      writeFileSync(file, randomBytes(32), { flag: 'wx' });
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    }
  return readFileSync(file);
}

function writable<T>(dataDir: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw cannotWrite(dataDir, error);
  }
}

const REFUSALS = /^(EACCES|ENOENT|EROFS|EEXIST|ENOTDIR|EPERM|SQLITE_CANTOPEN|SQLITE_READONLY)/;

function cannotWrite(dataDir: string, error: unknown): ConfigError {
  if (error instanceof ConfigError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new ConfigError(
    REFUSALS.test(code)
      ? `DATA_DIR ${dataDir} cannot be written (${code}).`
      : `The database in ${dataDir} cannot be opened: ${message}`,
  );
}
