import { useSyncExternalStore } from 'react';

const day = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: '2-digit' });
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' });
// gives "1 day ago" instead of "yesterday": 24 to 48 hours ago is perhaps the day before yesterday
const relative = new Intl.RelativeTimeFormat('en');

/** Returns a date as MM/dd/yy. */
export const shortDate = (iso: string) => day.format(new Date(iso));

/** Returns the weekday, date and time in words. */
export const exactTime = (iso: string) => exact.format(new Date(iso));

/** Units and their lengths in seconds, longest first. */
const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * Returns the age of a date, such as "just now" or "5 minutes ago". A date in the future counts as "just
 * now", because the clocks of server and browser can differ.
 */
export function relativeTime(iso: string, now: number): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  for (const [unit, size] of UNITS)
    if (seconds >= size) return relative.format(-Math.floor(seconds / size), unit);
  return 'just now';
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long' });
const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const DAY_MS = 86_400_000;

/** Returns a date as 14:05 if it is today, as a weekday if it is in the six days before, or as MM/dd/yy. */
export function sinceWhen(iso: string, now: number): string {
  const date = new Date(iso);
  const today = new Date(now);
  if (date.toDateString() === today.toDateString()) return clock.format(date);
  const midnight = today.setHours(0, 0, 0, 0);
  return date.getTime() >= midnight - 6 * DAY_MS ? weekday.format(date) : day.format(date);
}

const TICK_MS = 30_000;

/** Returns the current time in milliseconds, rounded down to half a minute. */
export const useNow = () =>
  useSyncExternalStore(
    (tick) => {
      const timer = setInterval(tick, TICK_MS);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / TICK_MS) * TICK_MS,
  );
