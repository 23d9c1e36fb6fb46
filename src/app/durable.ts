import { syncLog } from '../../db/write-ahead-log';
import type { App } from './app';
import { copied } from './copied';
import { requireOwner } from './owner';

/** Less than the ten seconds after which Bun closes a connection without an answer. */
const ANSWERS_WITHIN_MS = 9_000;

/**
 * Resolves when what was committed before this call is as safe as DURABLE says, and this process still owns the data.
 * No answer to a write may leave before. All that wait at the same time share one sync.
 */
export async function durable(app: App): Promise<void> {
  await onDisk(app);
  if (app.config.cell.waitsForCopy) await copied(app);
  requireOwner();
}

/** Resolves when a power cut can no longer undo what was committed before this call. */
export const onDisk = ({ db }: App, options?: Parameters<typeof syncLog>[1]): Promise<void> =>
  answersInTime(syncLog(db, options), ANSWERS_WITHIN_MS);

export async function answersInTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const hangs = () => reject(Object.assign(new Error('the disk does not answer'), { code: 'DISK_TIMEOUT' }));
  const timer = setTimeout(hangs, milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
