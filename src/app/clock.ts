import type { App } from './app';

/** Tolerance in milliseconds for a clock that was set back a little. */
export const SMALL_STEP_MS = 60_000;

/** Times that are further away than `period` are old, or were stored while the clock was wrong. */
export const farFromNow = (app: App, period: number) => ({
  before: app.now() - period,
  after: app.now() + period,
});

/**
 * If it is further ahead now, the clock was wrong when the time was stored. Such a time counts as past,
 * because the wait for it could be very long (docs/product/operators.md: Clock).
 */
export function isAhead(app: App, at: number, period: number): boolean {
  const wait = at - app.now();
  return wait > 0 && wait <= period + SMALL_STEP_MS;
}
