/**
 * Units of work, of a few nanoseconds each, that a search does between yields to the event loop: about 2 ms.
 */
const YIELD_EVERY = 600_000;

export class Work {
  private sinceYield = 0;

  constructor(private left = Number.POSITIVE_INFINITY) {}

  get isUsedUp() {
    return this.left <= 0;
  }

  share(parts: number): Work {
    const share = new Work(Math.floor(this.left / parts));
    this.left -= share.left;
    return share;
  }

  /** Returns whether it is time to yield to the event loop. */
  spend(units: number): boolean {
    this.left -= units;
    this.sinceYield += units;
    if (this.sinceYield < YIELD_EVERY) return false;
    this.sinceYield = 0;
    return true;
  }
}
