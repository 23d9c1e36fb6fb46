import { type App, perApp } from '../app';

/** Time after which one turn of the event loop leaves further requests to the next turn. */
const TURN_MS = 20;

/** The time when the first request of the current turn of the event loop came; 0 before. */
const turn = perApp(() => ({ began: 0 }));

/**
 * Tells a request that comes now when to begin: at once, which is null, or with the next turn of the event loop,
 * which is a promise. Bun 1.4 handles the first request of a connection while it accepts connections. If
 * clients connect as fast as their requests are handled, it accepts for ever, and timers and signals wait.
 */
export function nextTurn(app: App, now: number): Promise<void> | null {
  const current = turn(app);
  if (current.began === 0) {
    current.began = now;
    setImmediate(() => {
      current.began = 0;
    });
  }
  return now - current.began > TURN_MS ? new Promise((resolve) => void setImmediate(resolve)) : null;
}
