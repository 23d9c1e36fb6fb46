import type { Server } from 'bun';
import { type App, perApp } from '../app/app';
import { VisibleError } from '../app/errors';
import { CLOSE_CODES } from '../contract/events';

/**
 * Milliseconds after the stop signal during which requests are still answered as usual, because they may have
 * been sent before the signal.
 */
const GRACE_MS = 250;
/** Milliseconds without a request after which the port is closed. */
const QUIET_MS = 100;
/** Milliseconds after the stop signal at which the port is closed even if requests still come. */
const QUIET_WITHIN_MS = 2_000;
/** Milliseconds in which the last answers can be sent before the process ends. */
const FLUSH_MS = 100;
const CHECK_EVERY_MS = 10;

const stopState = perApp(() => ({
  /** A function for each request that is being handled. The function answers the request with 503. */
  underway: new Set<() => void>(),
  lastCameAt: 0,
  refusing: false,
}));

const restarting = () =>
  new VisibleError('SERVICE_UNAVAILABLE', 'The server is restarting. Please try again in a moment.', {
    retryAfter: 5,
  });

/** Throws SERVICE_UNAVAILABLE if the request comes too late. */
export function admit(app: App, request: Request): void {
  if (!app.stopping || /\/(healthz|readyz)$/.test(request.url)) return;
  const state = stopState(app);
  state.lastCameAt = performance.now();
  if (state.refusing) throw restarting();
}

export function orRestarting(app: App, answer: Promise<Response>): Promise<Response> {
  const { underway } = stopState(app);
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const cut = () => reject(restarting());
  underway.add(cut);
  answer.then(
    (response) => {
      underway.delete(cut);
      resolve(response);
    },
    (error) => {
      underway.delete(cut);
      reject(error);
    },
  );
  return promise;
}

export async function stopServing(app: App, server: Server<unknown>, within: number): Promise<void> {
  const state = stopState(app);
  const began = performance.now();
  const passed = () => performance.now() - began;
  state.lastCameAt = began;
  app.stopping = true; // from now on each answer closes its connection
  closeSockets(app);
  // when Bun closes the port, it resets connections whose next request it has not read yet, so wait until no
  // more requests come
  while (passed() < QUIET_WITHIN_MS && performance.now() - state.lastCameAt < QUIET_MS) {
    await Bun.sleep(CHECK_EVERY_MS);
    state.refusing = passed() > GRACE_MS;
  }
  closeSockets(app);
  await Promise.race([server.stop(), Bun.sleep(within - FLUSH_MS - passed())]);
  if (state.underway.size === 0) return;
  for (const cut of state.underway) cut();
  await Bun.sleep(FLUSH_MS);
}

const closeSockets = (app: App) => app.hub.closeAll(CLOSE_CODES.restarting, 'Restarting');
