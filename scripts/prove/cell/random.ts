export type Random = ReturnType<typeof createRandom>;

/** Chooses the same again for the same seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (least: number, most: number) => least + next() * (most - least);
  const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  return {
    between,
    one,
    chance: (part: number) => next() < part,
    /** At least one of them. */
    some<T>(list: readonly T[]): T[] {
      const chosen = list.filter(() => next() < 0.5);
      return chosen.length > 0 ? chosen : [one(list)];
    },
    word: (letters: number) =>
      Array.from({ length: letters }, () => one([...'bcdfghjklmnpqrstvwxz'])).join(''),
  };
}
