const PARALLEL = { all: 8, person: 4, site: 2 };
const WAITING_MAX = { all: 200, person: 60 };
// Minimum number of milliseconds between the starts of two visits, so that many links do not keep the server
// from other work.
const START_GAP_MS = 10;
/** For so long a visit counts towards the limit of its site: at most ten visits a second. */
const SITE_MS = 200;

export type Visitor = { site: string; person: number | null };

/**
 * The visit that has waited longest is next, unless too many visits for the same person or to the same site
 * are under way. So the links of one person, and the pages of one slow site, do not keep others waiting.
 */
export function createVisitQueue(siteMs = SITE_MS) {
  const running = new Set<Visitor>();
  const sites = new Map<string, number>(); // for each site, the number of visits that count towards its limit
  const waiting: (Visitor & { begin: () => void })[] = [];
  let lastStart = Number.NEGATIVE_INFINITY;

  const countFor = (visitors: Iterable<Visitor>, person: number | null) =>
    person === null ? 0 : [...visitors].filter((visitor) => visitor.person === person).length;

  function startNext() {
    while (running.size < PARALLEL.all) {
      const next = waiting.findIndex(
        ({ site, person }) => hasRoomAt(site) && countFor(running, person) < PARALLEL.person,
      );
      const [visitor] = next < 0 ? [] : waiting.splice(next, 1);
      if (!visitor) return;
      running.add(visitor);
      visitor.begin();
    }
  }

  const hasRoomAt = (site: string) => (sites.get(site) ?? 0) < PARALLEL.site;

  /** The visit counts until the returned function is called, and at least until `siteMs` after the start. */
  function enter(site: string) {
    const since = performance.now();
    sites.set(site, (sites.get(site) ?? 0) + 1);
    const free = () => {
      const rest = (sites.get(site) ?? 0) - 1;
      if (rest > 0) sites.set(site, rest);
      else sites.delete(site);
      startNext();
    };
    return () => void setTimeout(free, Math.max(0, siteMs - (performance.now() - since))).unref();
  }

  return {
    isFull: (person: number | null) =>
      waiting.length >= WAITING_MAX.all || countFor(waiting, person) >= WAITING_MAX.person,

    async run<T>(visitor: Visitor, visit: () => Promise<T>): Promise<T> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const entry = { ...visitor, leave: () => {}, begin: () => {} };
      entry.begin = () => {
        entry.leave = enter(visitor.site);
        resolve();
      };
      waiting.push(entry);
      startNext();
      await promise;
      try {
        const now = performance.now();
        lastStart = Math.max(now, lastStart + START_GAP_MS);
        if (lastStart > now) await Bun.sleep(lastStart - now);
        return await visit();
      } finally {
        running.delete(entry);
        entry.leave();
        startNext();
      }
    },

    // Runs a request to a site other than the visited one, for example after a redirect. Waits until there is
    // room at that site or `signal` has aborted.
    async runAt<T>(site: string, signal: AbortSignal, request: () => Promise<T>): Promise<T> {
      while (!hasRoomAt(site) && !signal.aborted) await Bun.sleep(START_GAP_MS);
      const leave = enter(site);
      try {
        return await request();
      } finally {
        leave();
      }
    },
  };
}
