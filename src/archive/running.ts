import { type App, perApp } from '../app/app';
import { type JobRow, listWork } from './job-rows';

const AT_ONCE = 3;
const LOOK_EVERY_MS = 250;

const running = perApp(() => new Map<number, Promise<void>>());

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

/** Loads the readers of all formats only now, because after most starts of the server there is no import. */
async function workAt(app: App, job: JobRow): Promise<void> {
  const { doNextStep } = await import('./job-steps');
  return doNextStep(app, job);
}
