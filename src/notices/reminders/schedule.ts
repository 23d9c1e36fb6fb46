import { parseRule, type Repeats, WEEKDAYS } from '../../contract/repeats';

/** A reminder keeps its time of day in daylight saving (docs/product/reminders.md: Times of reminders). */

/** A date and time on a clock without its zone, such as `2026-11-27T09:00`. */
export type WallTime = string;

/** A time that the clock skips is an hour later; of a time that it shows twice, the first counts. */
export const toInstant = (time: WallTime, zone: string): number =>
  Temporal.PlainDateTime.from(time).toZonedDateTime(zone).epochMilliseconds;

export const toWallTime = (at: number, zone: string): WallTime =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

/** In a month that lacks the day of `starts`, the reminder is due on the month's last day. */
export function nextTime(
  { starts, rule, zone }: { starts: WallTime; rule: string; zone: string },
  after: number,
): number {
  const repeats = parseRule(rule);
  if (!repeats) throw new Error(`${rule} is no rule`);
  const first = Temporal.PlainDateTime.from(starts);
  const now = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone).toPlainDateTime();
  // daylight saving and new zones move the clock, so the search begins two days earlier
  const from = now.subtract({ days: 2 });
  for (const day of times(first, repeats, from))
    for (const time of repeats.hours.length > 0 ? repeats.hours.map((hour) => day.with({ hour })) : [day]) {
      const at = time.toZonedDateTime(zone).epochMilliseconds;
      if (at > after && Temporal.PlainDateTime.compare(time, first) >= 0) return at;
    }
  throw new Error('unreachable: a rule has no end');
}

function* times(
  first: Temporal.PlainDateTime,
  { frequency, interval, weekdays }: Repeats,
  from: Temporal.PlainDateTime,
): Generator<Temporal.PlainDateTime> {
  const isLater = Temporal.PlainDateTime.compare(from, first) > 0;
  if (frequency === 'WEEKLY' && weekdays.length > 0) {
    const monday = first.subtract({ days: first.dayOfWeek - 1 });
    const weeks = isLater ? Math.floor(monday.until(from, { largestUnit: 'weeks' }).weeks / interval) : 0;
    for (let n = Math.max(0, weeks - 1); ; n++)
      for (const day of weekdays) {
        const time = monday.add({ weeks: n * interval, days: WEEKDAYS.indexOf(day) });
        if (Temporal.PlainDateTime.compare(time, first) >= 0) yield time;
      }
  }
  const unit = ({ DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months', YEARLY: 'years' } as const)[frequency];
  const passed = isLater ? first.until(from, { largestUnit: unit })[unit] : 0;
  // adds to the first time of the rule, not to the previous time, so that a reminder for the 31st returns to
  // the 31st after a shorter month
  for (let n = Math.max(0, Math.floor(passed / interval) - 1); ; n++)
    yield first.add({ [unit]: n * interval });
}
