import type { Log } from './log';

/** A request that is refused on purpose is no fault. */
export type Fault = { at: number; error: unknown };

export type Faults = {
  report(error: unknown, message: string, fields?: Record<string, unknown>): void;
  /** Counts what another process of this server has reported. */
  addElsewhere(more: number): void;
  readonly count: number;
  readonly last: Fault | null;
};

export function createFaults(log: Log, now: () => number): Faults {
  let count = 0;
  let last: Fault | null = null;
  return {
    report(error, message, fields) {
      count += 1;
      last = { at: now(), error };
      log.error({ err: error, ...fields }, message);
    },
    addElsewhere(more) {
      count += more;
      last = { at: now(), error: new Error('A reader has reported it.') };
    },
    get count() {
      return count;
    },
    get last() {
      return last;
    },
  };
}
