import { oncePer } from '../../../db/once-per';
import { type App, perApp } from '../../app/app';
import { isAhead } from '../../app/clock';
import { type Embedder, EmbeddingError } from '../../app/embedder';

const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 5 * 60_000;

/** Only in memory; everything that must survive a restart is in tables. */
const states = perApp(() =>
  oncePer<Embedder>()(() => ({
    run: null as Promise<void> | null,
    processed: 0,
    errors: 0,
    problem: null as string | null,
    failures: 0,
    waitUntil: 0,
    dimensions: 0,
    /** Null stands for a query that the model does not understand. */
    queryVectors: new Map<string, Float32Array | null>(),
  })),
);

export const embeddingState = (app: App, embedder: Embedder) => states(app)(embedder);

export type EmbeddingState = ReturnType<typeof embeddingState>;

export const isPaused = (app: App, embedder: Embedder): boolean =>
  isAhead(app, embeddingState(app, embedder).waitUntil, MAX_WAIT_MS);

export function clearFailure(app: App, embedder: Embedder): void {
  Object.assign(embeddingState(app, embedder), { problem: null, failures: 0, waitUntil: 0 });
}

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
