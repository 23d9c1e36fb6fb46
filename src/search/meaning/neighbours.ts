import { join, resolve } from 'node:path';
import { type App, perApp } from '../../app/app';
import { DATABASE } from '../../app/data-folder/data-folder';
import { createIdleWorker } from '../../app/idle-worker';
import { vectorExtension } from './extension';
import type { KnnAnswer, KnnHit, KnnQuery, KnnRequest } from './knn-worker';

const IDLE_MS = 5 * 60_000;

const searches = perApp((app) => {
  const dataDir = resolve(app.config.dataDir);
  const files = { database: join(dataDir, DATABASE), extension: vectorExtension(dataDir) };
  const thread = createIdleWorker<KnnRequest, KnnAnswer>({
    start: () => new Worker(new URL('./knn-worker.ts', import.meta.url), { ref: false }),
    idleMs: IDLE_MS,
  });
  app.onClose.push(() => thread.end(new Error('The server stops.')));
  return { files, thread };
});

export async function nearestMessages(app: App, query: KnnQuery): Promise<KnnHit[]> {
  const { files, thread } = searches(app);
  const { hits } = await thread.ask({ files, query });
  return hits;
}
