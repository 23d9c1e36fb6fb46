import type { App } from './app';

/** Largest step back of the clock after which times that were stored before it still count as right. */
export const SMALL_STEP_MS = 60_000;

/**
 * Returns whether a stored time is still in the future. `period` is how many milliseconds it was ahead when
 * it was stored. If it is further ahead than that now, the clock was wrong when it was stored; such a time
 * counts as past, because the wait for it could be very long (docs/product.md: Clock).
 */
export function isAhead(app: App, at: number, period: number): boolean {
  const wait = at - app.now();
  return wait > 0 && wait <= period + SMALL_STEP_MS;
}
