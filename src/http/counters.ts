import type { App } from '../app/app';

/** Upper bounds of the buckets of a histogram, in seconds. One more bucket has no bound. */
export const BOUNDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10];
/** Milliseconds between two measurements of the event loop's lag. */
const LAG_EVERY_MS = 250;

export type Times = { buckets: number[]; seconds: number; total: number };

export type Counters = ReturnType<typeof createCounters>;

export function createCounters(app: App) {
  const answers = new Map<string, Map<number, number>>();
  const routes = new Map<string, Times>();
  const lag = createTimes();
  let due = performance.now() + LAG_EVERY_MS;
  const timer = setInterval(() => {
    addTime(lag, Math.max(0, performance.now() - due) / 1000);
    due = performance.now() + LAG_EVERY_MS;
  }, LAG_EVERY_MS);
  timer.unref();
  app.onClose.push(() => clearInterval(timer));

  return {
    answers,
    routes,
    lag,
    countAnswer(route: string, method: string, status: number, seconds: number): void {
      const counts = getOrAdd(answers, /^[A-Z]{3,7}$/.test(method) ? method : 'other', () => new Map());
      counts.set(status, (counts.get(status) ?? 0) + 1);
      addTime(getOrAdd(routes, route, createTimes), seconds);
    },
  };
}

const createTimes = (): Times => ({
  buckets: new Array<number>(BOUNDS.length + 1).fill(0),
  seconds: 0,
  total: 0,
});

function addTime(times: Times, seconds: number): void {
  let bucket = 0;
  while (seconds > BOUNDS[bucket]!) bucket++;
  times.buckets[bucket]! += 1;
  times.seconds += seconds;
  times.total += 1;
}

function getOrAdd<T>(map: Map<string, T>, key: string, create: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}
