import type { App } from '../../app';
import { EmbeddingError } from '../../outside/huggingface';
import type { EmbeddingSource } from './neighbours';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** How the provider does; what must not be lost stands in tables. */
export type EmbeddingState = {
  run: Promise<void> | null;
  stopped: boolean;
  processed: number;
  errors: number;
  problem: string | null;
  failures: number;
  waitUntil: number;
  /** Of the vectors that have come since the start. */
  dimensions: number;
  questions: Map<string, Float32Array>;
};

const states = new WeakMap<App, EmbeddingState>();

export function embeddingState(app: App): EmbeddingState {
  const known = states.get(app);
  if (known) return known;
  const state: EmbeddingState = {
    run: null,
    stopped: false,
    processed: 0,
    errors: 0,
    problem: null,
    failures: 0,
    waitUntil: 0,
    dimensions: 0,
    questions: new Map(),
  };
  states.set(app, state);
  app.onClose.push(() => {
    state.stopped = true;
  });
  return state;
}

/** Whose vectors the embeddings are; null without a provider, 0 dimensions until the first has come. */
export const embeddingSource = (app: App): EmbeddingSource | null =>
  app.db.$client.query<EmbeddingSource, []>('select model, dimensions from embedding_source').get();

/** The provider answers again: there is nothing to tell the operator, and nothing to wait for. */
export const clearFailure = (app: App) =>
  Object.assign(embeddingState(app), { problem: null, failures: 0, waitUntil: 0 });

/** Leaves the provider in peace for a while, longer each time, and keeps the reason for the operator. */
export function reportFailure(app: App, error: unknown) {
  const state = embeddingState(app);
  if (state.stopped) return;
  const known = error instanceof EmbeddingError;
  state.problem = known ? error.message : `Vectors cannot be searched here: ${(error as Error).message}`;
  state.failures += 1;
  const wait =
    known && error.retryAfter ? error.retryAfter * 1000 : FIRST_WAIT_MS * 2 ** (state.failures - 1);
  state.waitUntil = app.now() + Math.min(wait, LONGEST_WAIT_MS);
  app.log.warn({ problem: state.problem }, 'search goes on without meaning');
}
