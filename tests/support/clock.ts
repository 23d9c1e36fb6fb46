export type Clock = {
  now: () => number;
  advance: (milliseconds: number) => void;
  freeze: (at?: number) => void;
};

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

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
