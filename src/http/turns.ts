import { type App, perApp } from '../app/app';

/**
 * Milliseconds for which requests are begun in one turn of the event loop. Later requests begin in the next
 * turn.
 */
const TURN_MS = 20;

/** Milliseconds of reading after which further reads wait, so that a write that comes with them does not. */
const READS_MS = 1;

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

const reads = perApp(() => ({ began: 0, waiting: [] as (() => void)[] }));

/** Resolves in a later turn of the event loop, one read at a time; null if reading may begin now. */
export function nextReadTurn(app: App): Promise<void> | null {
  const state = reads(app);
  const now = performance.now();
  if (state.began === 0) {
    state.began = now;
    setImmediate(() => endTurn(state));
  }
  if (state.waiting.length === 0 && now - state.began < READS_MS) return null;
  return new Promise((resolve) => void state.waiting.push(resolve));
}

function endTurn(state: ReturnType<typeof reads>): void {
  const next = state.waiting.shift();
  state.began = next ? performance.now() : 0;
  if (next) setImmediate(() => endTurn(state));
  next?.();
}
