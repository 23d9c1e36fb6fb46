import { type App, perApp } from '../../app/app';

const newState = () => ({
  /** Why nothing is copied, as a sentence. */
  problem: null as string | null,
  /** The last error since the last copy, as a sentence. */
  error: null as string | null,
  keysError: null as string | null,
  oldest: null as string | null,
  hasCopied: false,
  /** All that was committed before is in the copy. By `performance.now()`, so that no wrong clock counts. */
  copiedUntil: performance.now(),
});

/** Meaningful only in a server with REPLICA_URL. */
export const copyState = perApp(newState);

/** Milliseconds for which the oldest change that is not in the copy waits, at most. Null if nothing is copied. */
export function copyLag(app: App): number | null {
  if (!app.config.replica.target) return null;
  return Math.max(0, performance.now() - copyState(app).copiedUntil);
}
