import { existsSync, readFileSync } from 'node:fs';

/**
 * Moves the clock of the program by the milliseconds in the file CLOCK_FILE, also while it runs. Threads and the
 * time stamps of files keep the clock of the machine.
 */
const file = process.env.CLOCK_FILE ?? '';
const realNow = Date.now;
let offset = 0;
let readAt = Number.NEGATIVE_INFINITY;

function movedNow(): number {
  if (performance.now() - readAt > 20) {
    readAt = performance.now();
    offset = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  }
  return realNow() + offset;
}

globalThis.Date = class extends Date {
  constructor(...args: [] | [number]) {
    if (args.length === 0) super(movedNow());
    else super(...args);
  }
  static override now = movedNow;
} as DateConstructor;
