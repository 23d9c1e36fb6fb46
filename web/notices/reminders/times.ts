import type { Message } from '../../../src/contract/messages';
import { trpc } from '../../product/trpc';

export type ClockTime = string;

export type Reminder = { at: ClockTime; rule: string | null };

export function useTimeZone(): string {
  const stored = trpc.users.profile.useQuery().data?.timeZone;
  return stored ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function toClockTime(moment: number, timeZone: string): ClockTime {
  // Swedish dates have the form of ISO 8601
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(moment).replace(' ', 'T');
}

export const reminderOf = ({ remindAt, remindRule }: Message, timeZone: string): Reminder | null =>
  remindAt === null ? null : { at: toClockTime(Date.parse(remindAt), timeZone), rule: remindRule };

export type Choice = { label: string; at: ClockTime };

/** If next Monday is tomorrow, offers the Monday after it. */
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
