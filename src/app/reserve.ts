import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { emptyLog } from '../../db/write-ahead-log';
import type { App } from './app';
import { freeSpace, RESERVE } from './data-folder/data-folder';
import { isDiskFull } from './disk-errors';

const MB = 1024 * 1024;
/** Deleting needs room too, because SQLite first writes every change to its log. */
const RESERVE_BYTES = 16 * MB;

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
 * If that error means that the disk is full, and there is a reserve, deletes the reserve, runs the command
 * once more and writes the reserve again (docs/operations.md: Full disk).
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
    emptyLog(app.db); // frees the disk space of SQLite's log
    keepReserve(app);
  }
}
