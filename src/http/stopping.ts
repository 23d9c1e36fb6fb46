import type { Server } from 'bun';
import { type App, perApp } from '../app/app';
import { VisibleError } from '../app/errors';
import { CLOSE_CODES } from '../contract/events';

/**
 * Milliseconds after the stop signal in which every answer asks its caller to close the connection: when Bun closes
 * the port, it resets connections on which nothing is under way.
 */
const GRACE_MS = 500;
/** Milliseconds without a request after which the port is closed sooner. */
const QUIET_MS = 100;
/** Milliseconds in which the last answers can be sent before the process ends. */
const FLUSH_MS = 100;
const CHECK_EVERY_MS = 10;
const TURNS_MAX = 500;

const stopState = perApp(() => ({
  /** A function for each request that is being handled. The function answers the request with 503. */
  underway: new Set<() => void>(),
  lastCameAt: 0,
}));

export const restarting = () =>
  new VisibleError('restarting', 'The server is restarting. Please try again in a moment.', {
    retryAfter: 5,
  });

export function noteRequest(app: App): void {
  if (app.stopping) stopState(app).lastCameAt = performance.now();
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

export async function stopServing(
  app: App,
  server: Pick<Server<unknown>, 'stop'>,
  within: number,
): Promise<void> {
  const state = stopState(app);
  const began = performance.now();
  const passed = () => performance.now() - began;
  state.lastCameAt = began;
  app.stopping = true; // from now on each answer closes its connection
  closeSockets(app);
  while (passed() < GRACE_MS && performance.now() - state.lastCameAt < QUIET_MS)
    await Bun.sleep(CHECK_EVERY_MS);
  await emptyTurn(state);
  closeSockets(app);
  await Promise.race([server.stop(), Bun.sleep(within - FLUSH_MS - passed())]);
  if (state.underway.size === 0) return;
  for (const cut of state.underway) cut();
  await Bun.sleep(FLUSH_MS);
}

/** Resolves after a turn of the event loop that brought no request, so that probably none waits to be read. */
async function emptyTurn(state: { lastCameAt: number }): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const before = state.lastCameAt;
    await new Promise((resolve) => setImmediate(resolve));
    if (state.lastCameAt === before) return;
  }
}

const closeSockets = (app: App) => app.hub.closeAll(CLOSE_CODES.restarting, 'Restarting');
