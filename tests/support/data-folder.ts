import { accessSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { truncateWal } from '../../db/open';
import { DATABASE, openDataDir } from '../../src/data-folder';

/** A file system in memory that most Linux machines have. A commit does not wait for a disk there. */
const MEMORY = '/dev/shm';
/** Bytes that must be free in memory before data folders are created there. */
const ENOUGH = 2 ** 30;

let emptyDatabase: Buffer | undefined;

/**
 * Creates a data folder with a new, empty database, and returns its path. The first call creates the database
 * as the first start of the program does; later calls write a copy of that file, because the migrations take
 * longer than most tests.
 */
export function createDataDir(): string {
  const dataDir = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), 'tagline-'));
  emptyDatabase ??= createDatabase();
  writeFileSync(join(dataDir, DATABASE), emptyDatabase);
  return dataDir;
}

function createDatabase(): Buffer {
  const dataDir = mkdtempSync(join(tmpdir(), 'tagline-'));
  try {
    const { db } = openDataDir(dataDir, false);
    truncateWal(db);
    db.$client.close();
    return readFileSync(join(dataDir, DATABASE));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function hasMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH;
  } catch {
    return false;
  }
}
