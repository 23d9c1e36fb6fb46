import type { Message } from '../../../src/contract/messages';
import { trpc } from '../../product/trpc';

/**
 * A time on the person's clock, in the format of the field `datetime-local` and of the server:
 * `2026-11-27T09:00`.
 */
export type ClockTime = string;

/**
 * Time and repetition of a reminder. `rule` is an iCalendar rule, or null if the reminder does not repeat.
 */
export type Reminder = { at: ClockTime; rule: string | null };

/** Returns the person's time zone that the server has stored, or else the time zone of the browser. */
export function useTimeZone(): string {
  const stored = trpc.users.profile.useQuery().data?.timeZone;
  return stored ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the time on the clocks of a zone. `moment` is in milliseconds since 1970. */
export function toClockTime(moment: number, timeZone: string): ClockTime {
  // Swedish dates have the form of ISO 8601
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(moment).replace(' ', 'T');
}

/** Returns the reader's next reminder of a message, or null if none is to come. */
export const reminderOf = ({ remindAt, remindRule }: Message, timeZone: string): Reminder | null =>
  remindAt === null ? null : { at: toClockTime(Date.parse(remindAt), timeZone), rule: remindRule };

export type Choice = { label: string; at: ClockTime };

/**
 * Returns the times that the dialogs offer: this evening if it is before 17:45, tomorrow, and next Monday. If
 * next Monday is tomorrow, offers the Monday after it.
 */
export function choicesAt(now: number, timeZone: string): Choice[] {
  const clock = toClockTime(now, timeZone);
  const [today = '', hour = ''] = [clock.slice(0, 10), clock.slice(11)];
  const weekday = new Date(`${today}T12:00Z`).getUTCDay();
  return [
    ...(hour < '17:45' ? [{ label: 'This evening', at: `${today}T18:00` }] : []),
    { label: 'Tomorrow', at: `${dayAfter(today, 1)}T09:00` },
    { label: 'Next week', at: `${dayAfter(today, weekday === 0 ? 8 : 8 - weekday)}T09:00` },
  ];
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Returns a moment in words, such as `Today 6:00 PM`, `Tomorrow 9:00 AM` or `Fri, Nov 27, 9:00 AM`. */
export function momentInWords(iso: string, now: number, timeZone: string): string {
  const moment = Date.parse(iso);
  const day = toClockTime(moment, timeZone).slice(0, 10);
  const today = toClockTime(now, timeZone).slice(0, 10);
  const time = new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' }).format(moment);
  if (day === today) return `Today ${time}`;
  if (day === dayAfter(today, 1)) return `Tomorrow ${time}`;
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: day.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(moment);
}
