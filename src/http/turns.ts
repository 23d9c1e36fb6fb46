import { type App, perApp } from '../app/app';

/**
 * Milliseconds for which requests are begun in one turn of the event loop. Later requests begin in the next
 * turn.
 */
const TURN_MS = 20;

/** `began` is the time of its first request, or 0 if none has come. */
const turn = perApp(() => ({ began: 0 }));

/**
 * Bun 1.4 handles the first request of a connection while it accepts connections. If clients connect as fast
 * as their requests are handled, Bun would accept connections for ever, and timers and signals would wait.
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
