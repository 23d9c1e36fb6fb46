import { type App, perApp } from '../app';
import { type JobRow, listWork } from './job-rows';

/** Number of imports that run at once. Others wait. */
const AT_ONCE = 3;
/** Milliseconds between two looks for further imports while some are running. */
const LOOK_EVERY_MS = 250;

/** The imports that this process works at, by their ids. */
const running = perApp(() => new Map<number, Promise<void>>());

/** Works at all imports that are to be read, stored or taken back, until there are none. */
export async function continueImports(app: App): Promise<void> {
  const jobs = running(app);
  for (;;) {
    for (const job of app.stopping ? [] : listWork(app))
      if (!jobs.has(job.id) && jobs.size < AT_ONCE)
        jobs.set(
          job.id,
          workAt(app, job).finally(() => jobs.delete(job.id)),
        );
    if (jobs.size === 0) return;
    await Promise.race([...jobs.values(), Bun.sleep(LOOK_EVERY_MS)]);
  }
}

/** Loads the readers of all formats at the first import, because most starts of the server find none. */
async function workAt(app: App, job: JobRow): Promise<void> {
  const { doNextStep } = await import('./job-steps');
  return doNextStep(app, job);
}
