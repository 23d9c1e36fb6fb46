import { ANSWERS, CODES } from './turns';

/** While the gateway has a larger backlog, it gets only answers and codes. */
const AHEAD_MS = 2_000;
/** So that an answer does not wait for a long text before it. */
const ANSWERS_AHEAD_MS = 5_000;

export type Pace = ReturnType<typeof createPace>;

/** Uses a clock that cannot be set. A restart forgets a backlog of little more than ANSWERS_AHEAD_MS. */
export function createPace(segmentsPerSecond: number, now = () => performance.now()) {
  let idleAt = 0; // time at which the gateway will have sent everything that it was given
  const over = (ahead: number) => Math.max(0, idleAt - ahead - now());
  return {
    allows: (lane: number): boolean =>
      lane === CODES || over(lane === ANSWERS ? ANSWERS_AHEAD_MS : AHEAD_MS) === 0,
    /** Milliseconds until it allows more, or Infinity if it allows everything now. */
    wait: (): number => over(ANSWERS_AHEAD_MS) || over(AHEAD_MS) || Infinity,
    add(segments: number): void {
      idleAt = Math.max(idleAt, now()) + (segments / segmentsPerSecond) * 1000;
    },
  };
}
