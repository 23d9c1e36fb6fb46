import { countChanges } from '../../db/write-ahead-log';
import { type App, perApp } from './app';
import { VisibleError } from './errors';

const WAITS_MS = 8_000;
const RETRY_AFTER_S = 10;
const AWAY =
  'The copy that keeps what is written cannot be reached, so nothing is saved now. Please try again later.';
const UNSURE =
  'The copy that keeps what is written cannot be reached, so this may not have been saved. Please try again later.';

/** With DURABLE=replica. Times are by `performance.now()`. */
const copies = perApp(() => ({
  /** All that was committed before is in the copy. */
  until: Number.NEGATIVE_INFINITY,
  changes: -1,
  changedAt: 0,
  waiting: new Set<{ at: number; resolve: () => void }>(),
  isAway: false,
  wake: () => {},
}));

export const areCopiesAway = (app: App): boolean => copies(app).isAway;

/** Refuses a write before anything of it is stored. */
export function refuseUncopied(app: App): void {
  if (copies(app).isAway) throw new VisibleError('copies_away', AWAY, { retryAfter: RETRY_AFTER_S });
}

/** Resolves when what was committed before this call is in the copy. If it does not come, later writes are refused. */
export async function copied(app: App): Promise<void> {
  const state = copies(app);
  const changes = countChanges(app.db);
  if (changes !== state.changes) Object.assign(state, { changes, changedAt: performance.now() });
  if (state.changedAt <= state.until) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const wait = { at: state.changedAt, resolve };
  const timer = setTimeout(() => {
    state.isAway = true;
    reject(new VisibleError('copies_away', UNSURE, { retryAfter: RETRY_AFTER_S }));
  }, WAITS_MS);
  state.waiting.add(wait);
  state.wake();
  await promise.finally(() => {
    clearTimeout(timer);
    state.waiting.delete(wait);
  });
}

export function reachCopy(app: App, until: number): void {
  const state = copies(app);
  state.until = until;
  if (state.changedAt <= until) state.isAway = false;
  for (const { at, resolve } of state.waiting) if (at <= until) resolve();
}

/** Resolves after the time, or sooner if somebody waits for the copy. */
export function untilAsked(app: App, milliseconds: number, whenAsked: number): Promise<void> {
  const state = copies(app);
  if (state.waiting.size > 0) return Bun.sleep(Math.min(milliseconds, whenAsked));
  return Promise.race([Bun.sleep(milliseconds), new Promise<void>((resolve) => (state.wake = resolve))]);
}
