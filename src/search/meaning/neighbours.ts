import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prepared } from '../../../db/open';
import { type App, perApp } from '../../app';
import { DATABASE } from '../../data-folder';
import { vectorExtension } from './extension';
import type { KnnHit, KnnQuery, KnnRequest, KnnResponse } from './knn-worker';
import type { EmbeddingSource } from './model';

const INDEX_FILE = 'vectors.db';

type KnnThread = {
  source: EmbeddingSource;
  worker: Worker;
  pending: Map<number, PromiseWithResolvers<KnnResponse>>;
  started: Promise<unknown>;
  /** True once the thread was ended because its index was damaged. */
  discarded: boolean;
};

class DamagedIndex extends Error {}

const running = perApp(() => ({ thread: null as KnnThread | null }));
let lastRequest = 0;

/**
 * Returns the messages nearest to a vector, nearest first. Throws if the thread fails, for example because
 * this machine cannot load sqlite-vec.
 */
export async function nearestMessages(app: App, source: EmbeddingSource, query: KnnQuery): Promise<KnnHit[]> {
  const { hits = [], applied } = await request(app, source, { nearest: query });
  deleteApplied(app, applied);
  return hits;
}

/** Applies changed embeddings to the vector index, if there are any. */
export async function syncVectorIndex(app: App, source: EmbeddingSource): Promise<void> {
  if (!statements(app.db).findChange.get()) return;
  const { applied } = await request(app, source, { sync: true });
  deleteApplied(app, applied);
}

/**
 * Deletes the files of the vector index and all rows of `vector_changes`, if there is an index file. Called
 * when there are no embeddings, because the files could still contain vectors of deleted messages.
 */
export function deleteVectorIndex(app: App): void {
  const file = join(resolve(app.config.dataDir), INDEX_FILE);
  if (!existsSync(file)) return;
  stopThread(app);
  deleteVectorFiles(app);
  statements(app.db).deleteAllChanges.run();
}

function deleteApplied(app: App, upTo = 0) {
  const { findApplied, deleteChanges } = statements(app.db);
  // checked first, because even a write that deletes nothing waits for the disk
  if (findApplied.get({ upTo })) deleteChanges.run({ upTo });
}

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;

/**
 * Sends a request to the thread. If the index file is damaged, deletes it and tries once more with a new one.
 */
async function request(
  app: App,
  source: EmbeddingSource,
  content: WithoutId<KnnRequest>,
): Promise<KnnResponse> {
  const thread = threadFor(app, source);
  try {
    return await sendWhenStarted(thread, content);
  } catch (error) {
    if (!(error instanceof DamagedIndex)) throw error;
    app.log.warn({ err: error }, 'the vector index is built again');
    discard(app, thread);
    return sendWhenStarted(threadFor(app, source), content);
  }
}

/**
 * Ends a thread, and deletes the index files unless a newer thread uses them. Does nothing if another request
 * has already discarded the thread.
 */
function discard(app: App, thread: KnnThread): void {
  if (thread.discarded) return;
  thread.discarded = true;
  endThread(thread, new DamagedIndex('The thread was ended.'));
  if (running(app).thread === thread) running(app).thread = null;
  if (running(app).thread === null) deleteVectorFiles(app);
}

/** Deletes the files of the vector index. They are built again at the next use, also by a running server. */
export function deleteVectorFiles(app: App): void {
  const file = join(resolve(app.config.dataDir), INDEX_FILE);
  for (const suffix of ['-shm', '-wal', '']) rmSync(file + suffix, { force: true });
}

async function sendWhenStarted(thread: KnnThread, content: WithoutId<KnnRequest>): Promise<KnnResponse> {
  await thread.started;
  return send(thread, content);
}

function send({ worker, pending }: KnnThread, content: WithoutId<KnnRequest>): Promise<KnnResponse> {
  const id = ++lastRequest;
  const response = Promise.withResolvers<KnnResponse>();
  pending.set(id, response);
  worker.postMessage({ id, ...content });
  return response.promise;
}

/**
 * Returns the thread of the vector index. Starts a new one if none is running, or if the model or the length
 * of its vectors has changed.
 */
function threadFor(app: App, source: EmbeddingSource): KnnThread {
  const { thread: current } = running(app);
  if (current?.source.model === source.model && current.source.dimensions === source.dimensions)
    return current;
  stopThread(app);

  const worker = new Worker(new URL('./knn-worker.ts', import.meta.url), { ref: false });
  const thread: KnnThread = {
    source,
    worker,
    pending: new Map(),
    started: Promise.resolve(),
    discarded: false,
  };
  worker.onmessage = ({ data }: MessageEvent<KnnResponse>) => {
    const pending = thread.pending.get(data.id);
    thread.pending.delete(data.id);
    if (data.error) pending?.reject(data.damaged ? new DamagedIndex(data.error) : new Error(data.error));
    else pending?.resolve(data);
  };
  worker.onerror = ({ message }) => {
    endThread(thread, new Error(message));
    if (running(app).thread === thread) running(app).thread = null;
  };
  running(app).thread = thread;
  app.onClose.push(() => worker.terminate());
  thread.started = start(app, thread);
  return thread;
}

async function start(app: App, thread: KnnThread): Promise<void> {
  try {
    const dataDir = resolve(app.config.dataDir);
    const files = {
      database: join(dataDir, DATABASE),
      index: join(dataDir, INDEX_FILE),
      extension: vectorExtension(dataDir),
    };
    await send(thread, { start: { ...files, ...thread.source } });
  } catch (error) {
    if (running(app).thread === thread) running(app).thread = null;
    thread.worker.terminate();
    throw error;
  }
}

function stopThread(app: App): void {
  const { thread } = running(app);
  if (thread) endThread(thread, new Error('The vector index was closed meanwhile.'));
  running(app).thread = null;
}

/** Ends a thread and rejects the requests that it has not answered. */
function endThread({ worker, pending }: KnnThread, reason: Error): void {
  worker.terminate();
  for (const { reject } of pending.values()) reject(reason);
  pending.clear();
}

const statements = prepared((db) => ({
  findChange: db.$client.prepare<unknown, []>('select 1 from vector_changes limit 1'),
  findApplied: db.$client.prepare<unknown, { upTo: number }>(
    'select 1 from vector_changes where seq <= $upTo limit 1',
  ),
  deleteChanges: db.$client.prepare<void, { upTo: number }>('delete from vector_changes where seq <= $upTo'),
  deleteAllChanges: db.$client.prepare<void, []>('delete from vector_changes'),
}));
