import { useSyncExternalStore } from 'react';

const day = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: '2-digit' });
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' });
// not "yesterday": beside a date that would have to be the calendar's, and not the last 24 to 48 hours
const relative = new Intl.RelativeTimeFormat('en');

/** MM/dd/yy (spec 9). */
export const shortDate = (iso: string) => day.format(new Date(iso));

export const exactTime = (iso: string) => exact.format(new Date(iso));

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "just now", "5 minutes ago", "1 day ago". A clock that runs behind the server's says "just now" as well. */
export function relativeTime(iso: string, now: number): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  for (const [unit, size] of UNITS)
    if (seconds >= size) return relative.format(-Math.floor(seconds / size), unit);
  return 'just now';
}

const TICK = 30_000;

/** The time, renewed twice a minute: one clock for all cards. */
export const useNow = () =>
  useSyncExternalStore(
    (tick) => {
      const timer = setInterval(tick, TICK);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / TICK) * TICK,
  );
