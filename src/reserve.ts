import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { truncateWal } from '../db/open';
import type { App } from './app';
import { freeSpace, RESERVE } from './data-folder';
import { isDiskFull } from './errors';

const MB = 1024 * 1024;
/** Size of the reserve. SQLite writes what it deletes to its log first, so deleting needs room too. */
const RESERVE_BYTES = 16 * MB;

/**
 * Writes the file that keeps room on the disk for deleting, as large as half of the free space allows. Does nothing
 * if it is complete. Without room it stays as it is.
 */
export function keepReserve({ config, log }: App): void {
  const file = join(config.dataDir, RESERVE);
  const has = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const size = Math.min(RESERVE_BYTES, has + Math.floor(freeSpace(config.dataDir) / 2 / MB) * MB);
  if (size <= has) return;
  const noise = randomBytes(MB); // zeros would take no room on a disk that compresses
  try {
    const handle = openSync(file, 'w');
    try {
      for (let written = 0; written < size; written += MB) writeSync(handle, noise);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    rmSync(file, { force: true });
    log.warn({ err: error }, 'the reserve for deleting on a full disk could not be written');
  }
}

/**
 * Runs a command that deletes. On a full disk the command fails, and is run again with the room of the reserve
 * (docs/product.md: Full disk). Rejects if it fails then too.
 */
export async function withReserve<T>(
  app: App,
  command: () => Promise<T>,
  errorOf: (result: T) => unknown,
): Promise<T> {
  const result = await command();
  const file = join(app.config.dataDir, RESERVE);
  if (!isDiskFull(errorOf(result)) || !statSync(file, { throwIfNoEntry: false })) return result;
  rmSync(file, { force: true });
  app.log.warn('the disk is full: the reserve is used to delete');
  try {
    return await command();
  } finally {
    try {
      truncateWal(app.db); // gives the room of the log back
    } catch {} // it is given back when there is room again
    keepReserve(app);
  }
}
