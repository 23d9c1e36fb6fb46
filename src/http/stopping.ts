import type { Server } from 'bun';
import { type App, perApp } from '../app';
import { CLOSE_CODES } from '../contract/events';
import { VisibleError } from '../errors';

/** For this time after a signal, requests are answered as always: they may have been sent before it. */
const GRACE_MS = 250;
/** The port is closed when no request has come for this time, */
const QUIET_MS = 100;
/** or at the latest after this time. */
const QUIET_WITHIN_MS = 2_000;
/** Time that the last answers have to leave the process. */
const FLUSH_MS = 100;
const CHECK_EVERY_MS = 10;

const stopState = perApp(() => ({
  /** For each request that is being answered, a function that answers it with 503 instead. */
  underway: new Set<() => void>(),
  lastCameAt: 0,
  /** True while new requests are answered with 503. */
  refusing: false,
}));

const restarting = () =>
  new VisibleError('SERVICE_UNAVAILABLE', 'The server is restarting. Please try again in a moment.', {
    retryAfter: 5,
  });

/** Notes that a request has come. While the server stops, throws SERVICE_UNAVAILABLE for one that comes too late. */
export function admit(app: App, request: Request): void {
  if (!app.stopping || /\/(healthz|readyz)$/.test(request.url)) return;
  const state = stopState(app);
  state.lastCameAt = performance.now();
  if (state.refusing) throw restarting();
}

/** Returns the answer of a handler. Rejects with SERVICE_UNAVAILABLE if the server must end before it is ready. */
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

/**
 * Stops the HTTP server (docs/product.md: Stopping). Resolves when everything is answered. After `within`
 * milliseconds answers what is left with 503, and resolves.
 */
export async function stopServing(app: App, server: Server<unknown>, within: number): Promise<void> {
  const state = stopState(app);
  const began = performance.now();
  const passed = () => performance.now() - began;
  state.lastCameAt = began;
  app.stopping = true; // from now on an answer ends its connection
  closeSockets(app);
  // when Bun closes the port it also resets connections whose next request it has not read yet, so wait for quiet
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
