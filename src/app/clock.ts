import type { App } from './app';

/**
 * Tolerance in milliseconds for a clock that was set back a little. A stored time counts as wrong if it is
 * more than this further ahead than expected.
 */
export const SMALL_STEP_MS = 60_000;

/**
 * Returns whether a stored time is still in the future. `period` is how many milliseconds ahead of the clock
 * the time was when it was stored. If it is further ahead now, the clock was wrong when the time was stored.
 * Such a time counts as past, because the wait for it could be very long (docs/product.md: Clock).
 */
export function isAhead(app: App, at: number, period: number): boolean {
  const wait = at - app.now();
  return wait > 0 && wait <= period + SMALL_STEP_MS;
}
