import { type App, perApp } from '../../app/app';
import { isAhead } from '../../app/clock';
import { type Embedder, EmbeddingError } from '../../app/embedder';

const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 5 * 60_000;

/**
 * State of an embedder and of its current embedding run. It is only in memory; everything that must survive a
 * restart is in tables.
 */
export type EmbeddingState = {
  /** Promise of the current embedding run; null while there is none. */
  run: Promise<void> | null;
  processed: number;
  errors: number;
  /** A sentence for operators about the last failure; null after a success. */
  problem: string | null;
  /** Failures since the last success. */
  failures: number;
  /** The embedder is not called before this time; see `isPaused`. */
  waitUntil: number;
  /** Length of the vectors that the embedder has returned since the server started; 0 before the first. */
  dimensions: number;
  /**
   * The embeddings of recent queries, oldest first. Null stands for a query that the model does not
   * understand.
   */
  queryVectors: Map<string, Float32Array | null>;
};

const states = perApp(() => new Map<Embedder, EmbeddingState>());

/** Returns the state of an embedder of the app. */
export function embeddingState(app: App, embedder: Embedder): EmbeddingState {
  const existing = states(app).get(embedder);
  if (existing) return existing;
  const state: EmbeddingState = {
    run: null,
    processed: 0,
    errors: 0,
    problem: null,
    failures: 0,
    waitUntil: 0,
    dimensions: 0,
    queryVectors: new Map(),
  };
  states(app).set(embedder, state);
  return state;
}

/** Returns whether calls to the embedder are paused after a failure. */
export const isPaused = (app: App, embedder: Embedder): boolean =>
  isAhead(app, embeddingState(app, embedder).waitUntil, MAX_WAIT_MS);

/** Clears the record of failures. Called when the embedder has answered again. */
export function clearFailure(app: App, embedder: Embedder): void {
  Object.assign(embeddingState(app, embedder), { problem: null, failures: 0, waitUntil: 0 });
}

/**
 * Keeps the reason of a failure for operators, and pauses calls to the embedder. The pause is as long as the
 * provider asks. If the provider does not ask for a pause, the pause begins at FIRST_WAIT_MS and doubles
 * with each failure. It is never longer than MAX_WAIT_MS.
 */
export function reportFailure(app: App, embedder: Embedder, error: unknown): void {
  const state = embeddingState(app, embedder);
  if (app.stopping) return;
  const known = error instanceof EmbeddingError;
  const problem = known ? error.message : `Vectors cannot be searched here: ${(error as Error).message}`;
  if (problem !== state.problem)
    app.log.warn({ problem }, 'search by meaning has failed; search goes on with words');
  state.problem = problem;
  state.failures += 1;
  const wait =
    known && error.retryAfter !== null ? error.retryAfter * 1000 : FIRST_WAIT_MS * 2 ** (state.failures - 1);
  state.waitUntil = app.now() + Math.min(wait, MAX_WAIT_MS);
}
