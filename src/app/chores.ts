import { type App, perApp } from './app';

export type Chore = {
  /** Name of the chore in the log and in `listChores`. */
  name: string;
  /** Milliseconds from the end of one run to the start of the next, unless `runNow` is called sooner. */
  every: number;
  run: (app: App) => unknown;
  /** Called once, before the first run. `runNow` starts the next run without waiting for `every`. */
  onStart?: (app: App, runNow: () => void) => void;
};

/**
 * Outcome of a chore so far. `failures` is the number of its failed runs. `failingSince` is the time of the
 * first failure after the last success, and `error` is the latest error. Both are null unless the last run
 * failed.
 */
type ChoreState = { name: string; failures: number; failingSince: number | null; error: string | null };

/** Returns the states of the chores that this process has started. A command has started none. */
export const listChores = perApp((): ChoreState[] => []);

/**
 * Starts chores. An error of a chore is logged, and the chore runs again after its usual pause. `stop`
 * stops all chores, and waits until those that are running have ended.
 */
export function startChores(app: App, chores: Chore[]): { stop(): Promise<void> } {
  const started = chores.map((chore) => start(app, chore));
  return {
    async stop() {
      await Promise.all(started.map(({ stop }) => stop()));
    },
  };
}

function start(app: App, { name, every, run, onStart }: Chore) {
  let stopped = false;
  let runAgain = false;
  let endPause = () => {};
  const state: ChoreState = { name, failures: 0, failingSince: null, error: null };
  listChores(app).push(state);
  onStart?.(app, () => {
    runAgain = true;
    endPause();
  });

  const loop = (async () => {
    while (!stopped) {
      runAgain = false;
      try {
        await run(app);
        Object.assign(state, { failingSince: null, error: null });
      } catch (error) {
        state.failures += 1;
        state.failingSince ??= app.now();
        state.error = (error as Error).message;
        app.log.error({ err: error, chore: name }, 'chore failed');
      }
      if (stopped || runAgain) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, every);
        endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();

  return {
    stop() {
      stopped = true;
      endPause();
      return loop;
    },
  };
}
