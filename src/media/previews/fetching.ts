import { transaction } from '../../../db/open';
import { type App, perApp } from '../../app/app';
import { ignoreDiskErrors } from '../../app/disk-errors';
import { VisibleError } from '../../app/errors';
import { chargeRateLimits } from '../../app/rate-limits';

/** The server closes a silent connection after ten seconds. */
const TIMEOUT_MS = 8_000;
const FAILURE_MS = 500;

const underway = perApp(() => new Map<string, Promise<unknown>>());

export function coalesce<T>(app: App, key: string, work: () => Promise<T>): Promise<T> {
  const known = underway(app).get(key) as Promise<T> | undefined;
  if (known) return known;
  const promise = work().finally(() => underway(app).delete(key));
  underway(app).set(key, promise);
  return promise;
}

/** The work then goes on, so that a later request can have its result. */
export async function withTimeout<T>(app: App, userId: number, work: () => Promise<T>): Promise<T> {
  const busy = new VisibleError('previews_busy', 'Too many links at once. Please try again.', {
    retryAfter: 5,
  });
  if (app.web.isFull(userId)) throw busy;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(busy), TIMEOUT_MS);
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer); // otherwise the timer would keep the result in memory
  }
}

/** Without this wait, the time of a failure could tell a user something about our own network. */
export async function padFailureTime<T>(
  work: () => Promise<T>,
  hasFailed: (result: T) => boolean,
): Promise<T> {
  const start = performance.now();
  const result = await work();
  if (hasFailed(result)) await Bun.sleep(Math.max(0, FAILURE_MS - (performance.now() - start)));
  return result;
}

/** Counts nothing on a full disk. */
export const chargeRateLimit = (app: App, userId: number) =>
  ignoreDiskErrors(() =>
    transaction(app.db, () => chargeRateLimits(app, { 'preview for a person': userId })),
  );

/** Does nothing if too many fetches wait already, or if the user has sent too many links. */
export function fetchInBackground(app: App, userId: number, work: () => Promise<unknown>): void {
  if (app.web.isFull(userId)) return;
  try {
    chargeRateLimit(app, userId);
  } catch (error) {
    if (error instanceof VisibleError) return;
    throw error;
  }
  work().catch((error) => app.faults.report(error, 'work in the background failed'));
}

export const fetchImage = (app: App, userId: number, url: string) =>
  app.web.get(userId, url, 'image').catch(() => null);
