export type Clock = {
  /** Milliseconds UTC. */
  now: () => number;
  /** Lets time pass at once. */
  advance: (milliseconds: number) => void;
  /** Holds time still, at this moment or at another; `advance` moves it on from there. */
  hold: (at?: number) => void;
};

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The application's clock, which goes as the real one until a test moves it. */
export function startClock(): Clock {
  let ahead = 0;
  let held: number | null = null;
  const now = () => held ?? Date.now() + ahead;
  return {
    now,
    advance(milliseconds) {
      if (held === null) ahead += milliseconds;
      else held += milliseconds;
    },
    hold(at = now()) {
      held = at;
    },
  };
}
