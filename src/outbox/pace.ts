/** While the gateway has a larger backlog, it gets only codes. */
const AHEAD_MS = 2_000;

export type Pace = ReturnType<typeof createPace>;

/** Uses a clock that cannot be set. A restart forgets a backlog of little more than AHEAD_MS. */
export function createPace(segmentsPerSecond: number) {
  let idleAt = 0; // time at which the gateway will have sent everything that it was given
  return {
    wait: (): number => Math.max(0, idleAt - AHEAD_MS - performance.now()),
    add(segments: number): void {
      idleAt = Math.max(idleAt, performance.now()) + (segments / segmentsPerSecond) * 1000;
    },
  };
}
