import { relaxedTransaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { VisibleError } from '../errors';
import { chargeRateLimits } from '../rate-limits';

/** Past this many waiting fetches no more are begun. */
const QUEUE_MAX = 100;
/** Less than the ten seconds after which the server gives a silent connection up. */
const PATIENCE_MS = 8_000;
const FAILURE_MS = 500;

const underway = new WeakMap<App, Map<string, Promise<unknown>>>();

/** Work on the same thing is done once at a time: who asks meanwhile gets the same answer. */
export function coalesce<T>(app: App, thing: string, work: () => Promise<T>): Promise<T> {
  const all = underway.get(app) ?? new Map<string, Promise<unknown>>();
  underway.set(app, all);
  const known = all.get(thing) as Promise<T> | undefined;
  if (known) return known;
  const working = work().finally(() => all.delete(thing));
  all.set(thing, working);
  return working;
}

/** The same for work that nobody waits for: what goes wrong is only logged. */
export function runInBackground(app: App, work: () => Promise<unknown>): void {
  work().catch((error) => app.log.error({ err: error }, 'fetching ahead failed'));
}

export const isQueueFull = (app: App) => app.web.waiting() >= QUEUE_MAX;

/** What somebody waits for, as long as anybody can: the work goes on, and is there the next time. Throws a 429. */
export async function withTimeout<T>(app: App, work: () => Promise<T>): Promise<T> {
  const busy = new VisibleError('TOO_MANY_REQUESTS', 'Too many links at once. Please try again.', {
    retryAfter: 5,
  });
  if (isQueueFull(app)) throw busy;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(busy), PATIENCE_MS);
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer); // else it would hold on to the picture for so long
  }
}

/** Answers with what came to nothing only after a while: its speed is to tell nothing of our own network. */
export async function padFailureTime<T>(
  work: () => Promise<T>,
  cameToNothing: (done: T) => boolean,
): Promise<T> {
  const began = performance.now();
  const done = await work();
  if (cameToNothing(done)) await Bun.sleep(Math.max(0, FAILURE_MS - (performance.now() - began)));
  return done;
}

/** Counts a fetch against the person who causes it. Throws a 429 when it is one too many. */
export const chargeRateLimit = (app: App, { id }: Pick<User, 'id'>) =>
  relaxedTransaction(app.db, () => chargeRateLimits(app, { 'preview for a person': id }));
