import type { App } from './app';

/** Largest step back of the clock after which times that were written before are still believed. */
export const SMALL_STEP_MS = 60_000;

/**
 * Returns whether a remembered time is still to come. `period` is how far it lay ahead when it was written. A
 * time further ahead than that was written while the clock was wrong; it counts as past, because it would
 * otherwise be waited for until the clock gets there (docs/product.md: Clock).
 */
export function isAhead(app: App, at: number, period: number): boolean {
  const wait = at - app.now();
  return wait > 0 && wait <= period + SMALL_STEP_MS;
}
