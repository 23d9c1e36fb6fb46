import type { Position, Positions } from '../../outside/litestream/client';

const MARKS_MAX = 500;

/**
 * Returns a function that takes positions and the time they were read at, and returns a time: whatever was
 * committed before it is in the copy. Null if nothing new is known.
 */
export function createMarks() {
  const marks: { log: Position; at: number }[] = [];
  let last: { at: number; syncs: number } | null = null;
  return ({ log, copy, syncs }: Positions, now: number): number | null => {
    // two syncs: the second began after the last look, so it has read whatever was committed before that
    const isRead = last !== null && syncs >= last.syncs + 2;
    // the log was begun anew, and the position of the copy is still that in the old one
    const isOld = isBefore(log, copy);
    if (isOld) marks.length = 0;
    if (isRead && !isOld)
      marks.splice(marks.length < MARKS_MAX ? marks.length : MARKS_MAX - 1, 1, { log, at: last!.at });
    if (isRead || last === null || syncs < last.syncs) last = { at: now, syncs };
    let copied: number | null = null;
    while (marks[0] && !isBefore(copy, marks[0].log)) copied = marks.shift()!.at;
    return copied;
  };
}

const isBefore = ([index, offset]: Position, [otherIndex, otherOffset]: Position) =>
  index < otherIndex || (index === otherIndex && offset < otherOffset);
