import { type Embedder, EmbeddingError } from '../../app/embedder';
import type { ModelRequest, ModelResponse } from './model-worker';

const IDLE_MS = 2 * 60_000;

type Thread = { worker: Worker; pending: Map<number, PromiseWithResolvers<(Float32Array | null)[]>> };

export function englishModel({ idleMs = IDLE_MS } = {}): Embedder {
  let thread: Thread | null = null;
  let idle: Timer | undefined;
  let lastId = 0;

  function end(reason: string) {
    clearTimeout(idle);
    thread?.worker.terminate();
    for (const { reject } of thread?.pending.values() ?? []) reject(new EmbeddingError(reason));
    thread = null;
  }

  function start(): Thread {
    const worker = new Worker(new URL('./model-worker.ts', import.meta.url), { ref: false });
    const pending: Thread['pending'] = new Map();
    worker.onmessage = ({ data }: MessageEvent<ModelResponse>) => {
      if ('error' in data) pending.get(data.id)?.reject(new EmbeddingError(data.error));
      else pending.get(data.id)?.resolve(data.vectors);
      pending.delete(data.id);
    };
    worker.onerror = ({ message }) => end(`The English model has stopped: ${message}`);
    return { worker, pending };
  }

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
      clearTimeout(idle);
      thread ??= start();
      const { worker, pending } = thread;
      const id = ++lastId;
      const answer = Promise.withResolvers<(Float32Array | null)[]>();
      pending.set(id, answer);
      worker.postMessage({ id, texts } satisfies ModelRequest);
      const late = new EmbeddingError(
        `The English model took more than ${timeoutMs / 1000} seconds.`,
        false,
        0,
      );
      const timer = setTimeout(() => answer.reject(late), timeoutMs);
      try {
        return await answer.promise;
      } finally {
        clearTimeout(timer);
        pending.delete(id);
        clearTimeout(idle);
        if (pending.size === 0) {
          idle = setTimeout(() => end('The English model was idle.'), idleMs);
          idle.unref();
        }
      }
    },
    close: () => end('The server stops.'),
  };
}
