export type Clock = {
  /** Returns milliseconds UTC. */
  now: () => number;
  /** Moves the clock on. */
  advance: (milliseconds: number) => void;
  /** Stops the clock, now or at the given time. From then on a test moves it by `advance`. */
  freeze: (at?: number) => void;
};

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Returns a clock that runs like the real one until a test moves or freezes it. */
export function startClock(): Clock {
  let offset = 0;
  let frozenAt: number | null = null;
  const now = () => frozenAt ?? Date.now() + offset;
  return {
    now,
    advance(milliseconds) {
      if (frozenAt === null) offset += milliseconds;
      else frozenAt += milliseconds;
    },
    freeze(at = now()) {
      frozenAt = at;
    },
  };
}
