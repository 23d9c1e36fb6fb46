type Write = { token: string; at: number; by: string };
type Trouble = { from: number; until: number; by: string | null };

/** What the world saw of a cell, in the order of time. `by` is a machine; null stands for all. Times are of one clock. */
export type History = {
  /** Writes that were acknowledged. */
  writes: Write[];
  /** Texts that the gateway has for us. */
  texts: string[];
  /** What left, as the gateway logged it. */
  sends: { to: string; body: string; at: number; by: string }[];
  /** When the lease went over to another owner, or began anew. */
  epochs: number[];
  /** The versions that a reader was told, and the process that told them. */
  reads: { reader: number; boot: string; version: number }[];
  /** When what a machine writes could not be copied. */
  troubles: Trouble[];
};

export const emptyHistory = (): History => ({
  writes: [],
  texts: [],
  sends: [],
  epochs: [],
  reads: [],
  troubles: [],
});

export type Rules = {
  /** How often each token is stored. */
  stored: Map<string, number>;
  /** The age in milliseconds up to which an acknowledged write may be lost. */
  lostMax: number;
  /** Texts may still be fetched before the end. */
  final: boolean;
};

/** Returns a sentence for each promise that was broken. */
export function findViolations(history: History, { stored, lostMax, final }: Rules): string[] {
  const lost = findLost(history, stored).filter(({ age }) => age === null || age > lostMax);
  return [
    ...lost.map(
      ({ token, age }) => `${token} is lost, ${age === null ? 'without trouble' : `${age} ms old`}`,
    ),
    ...[...stored]
      .filter(([, count]) => count > 1)
      .map(([token, count]) => `${token} is stored ${count} times`),
    ...(final
      ? history.texts.filter((token) => !stored.has(token)).map((token) => `text ${token} is lost`)
      : []),
    ...findDoubles(history),
    ...findOverlaps(history),
    ...findStepsBack(history),
  ];
}

/** The age of what is lost counts to the beginning of the trouble that took it: null if there was none. */
export function findLost({ writes, troubles }: History, stored: Map<string, number>) {
  return writes
    .filter(({ token }) => !stored.has(token))
    .map((write) => ({ ...write, age: ageAt(write, troubles) }));
}

function ageAt({ at, by }: Write, troubles: Trouble[]): number | null {
  const later = troubles.filter((trouble) => trouble.until >= at && (trouble.by ?? by) === by);
  return later.length === 0 ? null : Math.max(0, Math.min(...later.map(({ from }) => from)) - at);
}

/** A second equal code harms nobody (docs/product/outbox.md: Outbox). */
const CODE = /\b\d{6}\b/;

function findDoubles({ sends }: History): string[] {
  const texts = sends.filter(({ body }) => !CODE.test(body));
  return [...Map.groupBy(texts, ({ to, body }) => `${to} "${body}"`)]
    .filter(([, same]) => same.length > 1)
    .map(([text, same]) => `${text} left ${same.length} times, by ${same.map(({ by }) => by).join(' and ')}`);
}

/** From one sender to the other it takes a new epoch. */
function findOverlaps({ sends, epochs }: History): string[] {
  const found: string[] = [];
  let [owner, since] = [sends[0]?.by, sends[0]?.at ?? 0];
  for (const { by, at, to } of sends) {
    if (by === owner) continue;
    if (!epochs.some((epoch) => epoch > since && epoch <= at))
      found.push(`${by} sent to ${to} while ${owner} was the owner`);
    [owner, since] = [by, at];
  }
  return found;
}

function findStepsBack({ reads }: History): string[] {
  const found: string[] = [];
  for (const [reader, own] of Map.groupBy(reads, ({ reader }) => reader)) {
    const newest = new Map<string, number>();
    let current: string | undefined;
    for (const { boot, version } of own) {
      if (boot !== current && newest.has(boot)) found.push(`reader ${reader} was taken back to ${boot}`);
      const before = newest.get(boot) ?? version;
      if (version < before) found.push(`reader ${reader} got version ${version} after ${before}`);
      newest.set(boot, Math.max(version, before));
      current = boot;
    }
  }
  return found;
}
