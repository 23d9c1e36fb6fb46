import { parseRule } from '../contract/repeats';
import { nextTime, toWallTime } from '../notices/reminders/schedule';

const YEARS_AHEAD = 5;

/** `singles` are times that the rule leaves out, in milliseconds. */
export type Recurrence = { start: Temporal.PlainDateTime; rule: string; singles: number[] };

/**
 * A reminder for the 30th is due on the last day of February, where iCalendar would leave it out, and not every
 * program knows BYSETPOS: those times are single. `next` is the first time to come.
 */
export function toRecurrence(
  { starts, rule, zone }: { starts: string; rule: string; zone: string },
  next: number,
): Recurrence {
  const { frequency } = parseRule(rule)!;
  const first = Temporal.PlainDateTime.from(starts);
  const wallOf = (at: number) => Temporal.PlainDateTime.from(toWallTime(at, zone));
  if (frequency === 'MONTHLY' && first.day === 31)
    return { start: wallOf(next), rule: `${rule};BYMONTHDAY=-1`, singles: [] };
  const isMonthly = frequency === 'MONTHLY' && first.day > 28;
  const isLeap = frequency === 'YEARLY' && first.month === 2 && first.day === 29;
  if (!isMonthly && !isLeap) return { start: wallOf(next), rule, singles: [] };
  const until = wallOf(next).add({ years: YEARS_AHEAD });
  const singles: number[] = [];
  let start: Temporal.PlainDateTime | null = null;
  for (let at = next; ; at = nextTime({ starts, rule, zone }, at)) {
    const time = wallOf(at);
    if (start && Temporal.PlainDateTime.compare(time, until) > 0) break;
    if (time.day !== first.day) singles.push(at);
    else start ??= time;
  }
  const day = isLeap ? ';BYMONTH=2;BYMONTHDAY=29' : `;BYMONTHDAY=${first.day}`;
  return { start, rule: rule + day, singles };
}
