import { useSyncExternalStore } from 'react';
import { countOf } from '../../src/contract/counts';

// These functions do not use Intl, because the first Intl.DateTimeFormat of a page delays the first drawing
// by 50 ms, on a phone by 200 ms.

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

const twoDigits = (n: number) => String(n).padStart(2, '0');

export const shortDate = (iso: string) => toShortDate(new Date(iso));

const toShortDate = (date: Date) =>
  [date.getMonth() + 1, date.getDate(), date.getFullYear() % 100].map(twoDigits).join('/');

export function exactTime(iso: string): string {
  const date = new Date(iso);
  const hours = date.getHours();
  const time = `${hours % 12 || 12}:${twoDigits(date.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
  const day = `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
  return `${WEEKDAYS[date.getDay()]}, ${day} at ${time}`;
}

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A date in the future counts as "just now", because the clocks of server and browser can differ. */
export function relativeTime(iso: string, now: number): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  for (const [unit, size] of UNITS)
    if (seconds >= size) return `${countOf(Math.floor(seconds / size), unit)} ago`;
  return 'just now';
}

const DAY_MS = 86_400_000;

export function sinceWhen(iso: string, now: number): string {
  const date = new Date(iso);
  const today = new Date(now);
  if (date.toDateString() === today.toDateString())
    return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
  const midnight = today.setHours(0, 0, 0, 0);
  return date.getTime() >= midnight - 6 * DAY_MS ? WEEKDAYS[date.getDay()]! : toShortDate(date);
}

const TICK_MS = 30_000;

export const useNow = () =>
  useSyncExternalStore(
    (tick) => {
      const timer = setInterval(tick, TICK_MS);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / TICK_MS) * TICK_MS,
  );
