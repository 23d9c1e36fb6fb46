import { type App, perApp } from './app';

export type Chore = {
  name: string;
  /** Milliseconds from the end of one run to the start of the next, unless `wake` is called sooner. */
  every: number;
  /** The first pauses, if they are shorter: after a start, a gateway tries again to deliver what we missed. */
  first?: number[];
  run: (app: App) => unknown;
  wake?: 'wakeMails' | 'wakeHooks' | 'wakeMedia' | 'wakeQuestions' | 'wakeImports';
};

type ChoreState = { name: string; failures: number; failingSince: number | null; error: string | null };

/** Between the first runs of two chores. */
const GAP_MS = 2;

export const listChores = perApp((): ChoreState[] => []);

export function startChores(app: App, chores: Chore[]): { stop(): Promise<void> } {
  // one after the other, so that those who have waited for the server do not wait for all of them
  let turn = Promise.resolve();
  const started = chores.map((chore) => {
    turn = turn.then(() => Bun.sleep(GAP_MS));
    return start(app, chore, turn);
  });
  return {
    async stop() {
      await Promise.all(started.map(({ stop }) => stop()));
    },
  };
}

function start(app: App, { name, every, first = [], run, wake }: Chore, turn: Promise<void>) {
  const pauses = first.values();
  let stopped = false;
  let runAgain = false;
  let endPause = () => {};
  const state: ChoreState = { name, failures: 0, failingSince: null, error: null };
  listChores(app).push(state);
  if (wake)
    app[wake] = () => {
      runAgain = true;
      endPause();
    };

  const loop = (async () => {
    await turn;
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
        const timer = setTimeout(resolve, pauses.next().value ?? every);
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
