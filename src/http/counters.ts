import { type App, perApp } from '../app/app';

/** Upper bounds of the buckets of a histogram, in seconds. One more bucket has no bound. */
export const BOUNDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10];
/** Milliseconds between two measurements of the event loop's lag. */
const LAG_EVERY_MS = 250;

export type Times = { buckets: number[]; seconds: number; total: number };

export type Counters = ReturnType<typeof createCounters>;

/** What a reader has counted since it last told it. */
export type Counted = {
  answers: [method: string, status: number, count: number][];
  routes: [route: string, times: Times][];
  lag: Times;
};

export const countersOf = perApp(createCounters);

function createCounters(app: App) {
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
      count(/^[A-Z]{3,7}$/.test(method) ? method : 'other', status, 1);
      addTime(getOrAdd(routes, route, createTimes), seconds);
    },
    take(): Counted {
      const counted = {
        answers: [...answers].flatMap(([method, counts]) =>
          [...counts].map(([status, count]): Counted['answers'][number] => [method, status, count]),
        ),
        routes: [...routes],
        lag: { ...lag },
      };
      answers.clear();
      routes.clear();
      Object.assign(lag, createTimes());
      return counted;
    },
    add(counted: Counted): void {
      for (const answer of counted.answers) count(...answer);
      for (const [route, times] of counted.routes) addTimes(getOrAdd(routes, route, createTimes), times);
      addTimes(lag, counted.lag);
    },
  };

  function count(method: string, status: number, more: number) {
    const counts = getOrAdd(answers, method, () => new Map<number, number>());
    counts.set(status, (counts.get(status) ?? 0) + more);
  }
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

function addTimes(times: Times, { buckets, seconds, total }: Times): void {
  for (const [at, more] of buckets.entries()) times.buckets[at]! += more;
  times.seconds += seconds;
  times.total += total;
}

function getOrAdd<T>(map: Map<string, T>, key: string, create: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}
