import { type App, perApp } from '../app/app';
import { type JobRow, listWork } from './job-rows';

/** Maximum number of imports that run at once. Others wait. */
const AT_ONCE = 3;
/** Milliseconds after which a running worker checks for further imports. */
const LOOK_EVERY_MS = 250;

/** The imports that this process works on, by their ids. */
const running = perApp(() => new Map<number, Promise<void>>());

/**
 * Works on all imports that are to be read, stored or taken back. Returns when none is left or the server
 * stops.
 */
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

/**
 * Does the next step of an import. Loads the readers of all formats only now, because after most starts of
 * the server there is no import.
 */
async function workAt(app: App, job: JobRow): Promise<void> {
  const { doNextStep } = await import('./job-steps');
  return doNextStep(app, job);
}
