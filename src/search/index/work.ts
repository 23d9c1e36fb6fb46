/**
 * Units of work, of a few nanoseconds each, that a search does between yields to the event loop: about 2 ms.
 */
const YIELD_EVERY = 600_000;

/** Counts the work of a search in units, so that the search can yield in time and end in time. */
export class Work {
  private sinceYield = 0;

  /** `left` is the number of units after which the work is to end. */
  constructor(private left = Number.POSITIVE_INFINITY) {}

  /** True if no unit is left. */
  get isUsedUp() {
    return this.left <= 0;
  }

  /**
   * Splits the units that are left into `parts` equal parts, takes one of the parts away, and returns that
   * part.
   */
  share(parts: number): Work {
    const share = new Work(Math.floor(this.left / parts));
    this.left -= share.left;
    return share;
  }

  /** Counts units as done. Returns whether it is time to yield to the event loop. */
  spend(units: number): boolean {
    this.left -= units;
    this.sinceYield += units;
    if (this.sinceYield < YIELD_EVERY) return false;
    this.sinceYield = 0;
    return true;
  }
}
