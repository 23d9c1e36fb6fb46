import { type Embedder, EmbeddingError } from '../../app/embedder';
import { createIdleWorker } from '../../app/idle-worker';
import type { ModelAnswer, ModelRequest } from './model-worker';

const IDLE_MS = 60_000;

export function englishModel({ idleMs = IDLE_MS } = {}): Embedder {
  const thread = createIdleWorker<ModelRequest, ModelAnswer>({
    start: () => new Worker(new URL('./model-worker.ts', import.meta.url), { ref: false }),
    idleMs,
    toError: (message, crashed) =>
      new EmbeddingError(crashed ? `The English model has stopped: ${message}` : message),
  });
  return {
    // increase the number at the end whenever something changes the vectors, such as other weights
    model: 'Universal Sentence Encoder Lite, English, 1',
    title: 'the English model of this server',
    least: 0.3,
    margin: 0.25,
    related: 0.45,
    batch: 8,
    local: true,
    async embed(texts, timeoutMs) {
      const seconds = timeoutMs / 1000;
      const late = new EmbeddingError(`The English model took more than ${seconds} seconds.`, false, 0);
      const { vectors } = await thread.ask({ texts }, { within: timeoutMs, late });
      return vectors;
    },
    close: () => thread.end(new EmbeddingError('The server stops.')),
  };
}
