/** Returns a random whole number from 0 to `n` - 1. Generators with the same seed return the same numbers. */
export type Random = (n: number) => number;

/** Returns a random number generator (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}
