import type { User } from '../../db/schema';
import type { App } from '../app';
import { zoneOf } from '../users/time-zone';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the day of a time as the user reads it: `3 Nov`, or `3 Nov 2024` for a day of another year. */
export function dayFor(app: App, user: User, time: number | string): string {
  const day = partsOf(app, user, new Date(time));
  const isThisYear = day.year === partsOf(app, user, new Date(app.now())).year;
  return `${day.day} ${day.month}${isThisYear ? '' : ` ${day.year}`}`;
}

function partsOf(app: App, user: User, time: Date): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  const timeZone = zoneOf(app, user);
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, day: 'numeric', month: 'short', year: 'numeric' });
    formats.set(timeZone, format);
  }
  return Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
}
