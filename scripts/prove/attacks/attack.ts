/** Outcome of an attack: the number of tries, and a line for each try that got through. */
export type Outcome = { tried: number; through: string[]; note?: string };

/** A class of attacks. `mustNot` completes the sentence "They must not ...". */
export type Attack = { name: string; mustNot: string; run: () => Promise<Outcome> };

/** Returns a counter of tries. `outcome.through` has a description of each try that got through. */
export function createTally() {
  const outcome: Outcome = { tried: 0, through: [] };
  return {
    outcome,
    /** Counts a try. If `held` is false, the try got through. */
    note(held: boolean, what: string) {
      outcome.tried += 1;
      if (!held) outcome.through.push(what);
    },
  };
}

/**
 * Returns the longest time in milliseconds that a small request waits for its answer while `work` goes on.
 */
export async function longestWait(url: string, work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let done = false;
  const watching = (async () => {
    while (!done) {
      const began = performance.now();
      await (await fetch(`${url}/api/product`)).text();
      longest = Math.max(longest, performance.now() - began);
      await Bun.sleep(20);
    }
  })();
  await work.finally(() => {
    done = true;
  });
  await watching;
  return longest;
}
