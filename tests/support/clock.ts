export type Clock = {
  /** Returns the time in milliseconds since 1970, UTC. */
  now: () => number;
  /** Moves the clock forward, or back if the number is negative. */
  advance: (milliseconds: number) => void;
  /** Stops the clock now or at the given time. Then only `advance` moves it. */
  freeze: (at?: number) => void;
};

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Returns a clock that runs like the real one until a test freezes it. `advance` moves it, frozen or not. */
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
