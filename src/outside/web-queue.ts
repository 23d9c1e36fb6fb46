const PARALLEL = 8;
/**
 * Minimum number of milliseconds between the starts of two visits, so that many links do not keep the server from other
 * work.
 */
const START_GAP_MS = 10;

/** Creates a queue that runs at most eight visits at a time. The others wait in order. */
export function createVisitQueue() {
  let free = PARALLEL;
  let lastStart = Number.NEGATIVE_INFINITY;
  const waiting: (() => void)[] = [];
  return {
    waiting: () => waiting.length,
    async run<T>(visit: () => Promise<T>): Promise<T> {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        const now = performance.now();
        lastStart = Math.max(now, lastStart + START_GAP_MS);
        if (lastStart > now) await Bun.sleep(lastStart - now);
        return await visit();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free++;
      }
    },
  };
}
