/**
 * The gateway is given as many texts ahead as it sends in this time. A code that it is given then waits for no
 * longer, wherever the gateway queues its texts.
 */
const AHEAD_MS = 2_000;

export type Pace = ReturnType<typeof createPace>;

/**
 * Returns the pace of a gateway that sends this many segments a second. It counts by a clock that cannot be
 * set, and forgets nothing that matters: after a restart the gateway has at most AHEAD_MS of texts.
 */
export function createPace(segmentsPerSecond: number) {
  let idleAt = 0; // when the gateway will have sent what it was given
  return {
    /** Returns the milliseconds until the gateway may be given another text that is no code. */
    wait: (): number => Math.max(0, idleAt - AHEAD_MS - performance.now()),
    /** Counts a text that the gateway is given now. */
    add(segments: number): void {
      idleAt = Math.max(idleAt, performance.now()) + (segments / segmentsPerSecond) * 1000;
    },
  };
}
