import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { App } from '../../app';
import { DATABASE } from '../../data-folder';
import { vectorExtension } from './extension';
import type { KnnHit, KnnQuery, KnnRequest, KnnResponse } from './knn-worker';

const INDEX = 'vectors.db';

type Thread = {
  key: string;
  worker: Worker;
  waiting: Map<number, PromiseWithResolvers<KnnResponse>>;
  started: Promise<unknown>;
};

const threads = new WeakMap<App, Thread>();
let tasks = 0;

/** The messages nearest to a vector. Throws when the extension cannot be had on this machine. */
export async function nearestMessages(
  app: App,
  source: EmbeddingSource,
  question: KnnQuery,
): Promise<KnnHit[]> {
  const { hits = [], applied } = await ask(app, source, { nearest: question });
  forgetApplied(app, applied);
  return hits;
}

/** Lets the index take in what has changed, if anything has. */
export async function syncVectorIndex(app: App, source: EmbeddingSource): Promise<void> {
  if (!app.db.$client.query('select 1 from vector_changes limit 1').get()) return;
  const { applied } = await ask(app, source, { sync: true });
  forgetApplied(app, applied);
}

/** Without vectors there is no index either: nothing of what was deleted meanwhile may live on in it. */
export function deleteVectorIndex(app: App): void {
  const file = join(resolve(app.config.dataDir), INDEX);
  if (!existsSync(file)) return;
  threads.get(app)?.worker.terminate();
  threads.delete(app);
  for (const end of ['-shm', '-wal', '']) rmSync(file + end, { force: true });
  app.db.$client.run('delete from vector_changes');
}

export type EmbeddingSource = { model: string; dimensions: number };

function forgetApplied(app: App, applied = 0) {
  const { $client } = app.db;
  if ($client.query('select 1 from vector_changes where seq <= ? limit 1').get(applied))
    $client.query('delete from vector_changes where seq <= ?').run(applied);
}

type Ask<T> = T extends { task: number } ? Omit<T, 'task'> : never;

async function ask(app: App, source: EmbeddingSource, task: Ask<KnnRequest>): Promise<KnnResponse> {
  const thread = threadFor(app, source);
  await thread.started;
  return send(thread, task);
}

function send({ worker, waiting }: Thread, task: Ask<KnnRequest>): Promise<KnnResponse> {
  const id = ++tasks;
  const answer = Promise.withResolvers<KnnResponse>();
  waiting.set(id, answer);
  worker.postMessage({ task: id, ...task });
  return answer.promise;
}

/** Started when first needed, and anew for another model. Ends with the app. */
function threadFor(app: App, source: EmbeddingSource): Thread {
  const key = JSON.stringify(source);
  const known = threads.get(app);
  if (known?.key === key) return known;
  known?.worker.terminate();

  const worker = new Worker(new URL('./knn-worker.ts', import.meta.url), { ref: false });
  const thread: Thread = { key, worker, waiting: new Map(), started: Promise.resolve() };
  worker.onmessage = ({ data }: MessageEvent<KnnResponse>) => {
    const waiting = thread.waiting.get(data.task);
    thread.waiting.delete(data.task);
    if (data.error) waiting?.reject(new Error(data.error));
    else waiting?.resolve(data);
  };
  worker.onerror = ({ message }) => {
    for (const { reject } of thread.waiting.values()) reject(new Error(message));
    threads.delete(app);
  };
  threads.set(app, thread);
  app.onClose.push(() => worker.terminate());
  thread.started = (async () => {
    try {
      const dataDir = resolve(app.config.dataDir);
      const start = {
        database: join(dataDir, DATABASE),
        index: join(dataDir, INDEX),
        extension: vectorExtension(dataDir),
        ...source,
      };
      await send(thread, { start });
    } catch (error) {
      threads.delete(app);
      worker.terminate();
      throw error;
    }
  })();
  return thread;
}
