/**
 * Maximum backlog of the gateway in milliseconds. While the backlog is larger, only codes are given to the
 * gateway. So a code waits at the gateway only a little longer than this.
 */
const AHEAD_MS = 2_000;

export type Pace = ReturnType<typeof createPace>;

/**
 * Returns the pace of a gateway that sends this many segments a second. Time is measured by a clock that
 * cannot be set. A restart forgets which texts the gateway has still to send, but these take little more than
 * AHEAD_MS.
 */
export function createPace(segmentsPerSecond: number) {
  let idleAt = 0; // time at which the gateway will have sent everything that it was given
  return {
    /** Returns the milliseconds until the gateway may be given another text that is not a code. */
    wait: (): number => Math.max(0, idleAt - AHEAD_MS - performance.now()),
    /** Counts a text of any kind that the gateway is given now. */
    add(segments: number): void {
      idleAt = Math.max(idleAt, performance.now()) + (segments / segmentsPerSecond) * 1000;
    },
  };
}
