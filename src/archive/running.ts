import { type App, perApp } from '../app/app';
import { listWork } from './job-rows';

/** Each has a process of up to 256 MB. */
const AT_ONCE = 2;
const LOOK_EVERY_MS = 250;

const running = perApp(() => new Map<number, Promise<void>>());

export async function continueImports(app: App): Promise<void> {
  const jobs = running(app);
  for (;;) {
    for (const job of app.stopping ? [] : listWork(app))
      if (!jobs.has(job.id) && jobs.size < AT_ONCE)
        // loaded only now, because after most starts of the server there is no import
        jobs.set(
          job.id,
          import('./job-steps').then(({ doNextStep }) =>
            doNextStep(app, job).finally(() => jobs.delete(job.id)),
          ),
        );
    if (jobs.size === 0) return;
    await Promise.race([...jobs.values(), Bun.sleep(LOOK_EVERY_MS)]);
  }
}
