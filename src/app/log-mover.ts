import { join, resolve } from 'node:path';
import { countWaitingPages } from '../../db/write-ahead-log';
import { type App, perApp } from './app';
import { DATABASE } from './data-folder/data-folder';
import { createIdleWorker } from './idle-worker';
import type { MoveRequest } from './log-worker';

/** With fewer, the syncs cost more than what they move. */
const PAGES_MIN = 1_000;
const IDLE_MS = 60_000;

const threads = perApp((app) => {
  const thread = createIdleWorker<MoveRequest, object>({
    start: () => new Worker(new URL('./log-worker.ts', import.meta.url), { ref: false }),
    idleMs: IDLE_MS,
  });
  app.onClose.push(() => thread.end(new Error('The server stops.')));
  return thread;
});

/** SQLite would do it within a commit, which then takes as long as the disk needs for a sync. */
export async function moveLogIntoFile(app: App): Promise<void> {
  if (countWaitingPages(app.db) < PAGES_MIN) return;
  await threads(app).ask({ database: join(resolve(app.config.dataDir), DATABASE) });
}
