import { join, resolve } from 'node:path';
import { type App, perApp } from '../../app/app';
import { DATABASE } from '../../app/data-folder/data-folder';
import { vectorExtension } from './extension';
import type { KnnHit, KnnQuery, KnnRequest, KnnResponse } from './knn-worker';

const IDLE_MS = 5 * 60_000;

type KnnThread = {
  worker: Worker;
  pending: Map<number, PromiseWithResolvers<KnnResponse>>;
  started: Promise<unknown>;
};

const running = perApp((app) => {
  const state = { thread: null as KnnThread | null, idle: undefined as Timer | undefined };
  app.onClose.push(() => endThread(app, new Error('The server stops.')));
  return state;
});
let lastRequest = 0;

export async function nearestMessages(app: App, query: KnnQuery): Promise<KnnHit[]> {
  const state = running(app);
  clearTimeout(state.idle);
  state.thread ??= startThread(app);
  const { thread } = state;
  try {
    await thread.started;
    const { hits = [] } = await send(thread, { nearest: query });
    return hits;
  } finally {
    clearTimeout(state.idle);
    state.idle = setTimeout(() => endThread(app, new Error('The thread was idle.')), IDLE_MS);
    state.idle.unref();
  }
}

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;

function send({ worker, pending }: KnnThread, content: WithoutId<KnnRequest>): Promise<KnnResponse> {
  const id = ++lastRequest;
  const response = Promise.withResolvers<KnnResponse>();
  pending.set(id, response);
  worker.postMessage({ id, ...content });
  return response.promise;
}

function startThread(app: App): KnnThread {
  const worker = new Worker(new URL('./knn-worker.ts', import.meta.url), { ref: false });
  const thread: KnnThread = { worker, pending: new Map(), started: Promise.resolve() };
  worker.onmessage = ({ data }: MessageEvent<KnnResponse>) => {
    const pending = thread.pending.get(data.id);
    thread.pending.delete(data.id);
    if (data.error) pending?.reject(new Error(data.error));
    else pending?.resolve(data);
  };
  worker.onerror = ({ message }) => endThread(app, new Error(message));
  thread.started = openDatabase(app, thread);
  return thread;
}

async function openDatabase(app: App, thread: KnnThread): Promise<void> {
  try {
    const dataDir = resolve(app.config.dataDir);
    await send(thread, { start: { database: join(dataDir, DATABASE), extension: vectorExtension(dataDir) } });
  } catch (error) {
    endThread(app, error as Error);
    throw error;
  }
}

function endThread(app: App, reason: Error): void {
  const state = running(app);
  clearTimeout(state.idle);
  state.thread?.worker.terminate();
  for (const { reject } of state.thread?.pending.values() ?? []) reject(reason);
  state.thread = null;
}
