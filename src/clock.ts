import type { App } from './app';

/** Largest number of milliseconds by which the clock may be set back without making stored times wrong. */
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
