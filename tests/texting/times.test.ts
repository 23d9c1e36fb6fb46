import { expect, test } from 'bun:test';
import { toWallTime } from '../../src/notices/reminders/schedule';
import { findTime } from '../../src/notices/reminders/times';
import { NO_TIMES, SPELLINGS } from './time-spellings';

/** The days before and on which clocks change: back in Berlin and New York, on in Sydney. */
const ASKED = {
  'Europe/Berlin': '2026-10-24',
  'America/New_York': '2026-10-31',
  'Australia/Sydney': '2026-10-03',
};
const HOURS = ['00:30', '06:10', '08:05', '09:10', '12:30', '15:45', '18:20', '22:40'];
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

type Day = Temporal.PlainDate;

const splitSpellings = (text: string) =>
  text.split('|').map((spelling) => spelling.replace(/\s+/g, ' ').trim());

/** Returns the days that a meaning may be on, the first one first. */
function fits(day: string, today: Day): (candidate: Day) => boolean {
  const plus = /^\+(\d+)d$/.exec(day)?.[1];
  if (plus) return (other) => other.equals(today.add({ days: Number(plus) }));
  if (day === 'next') return () => true;
  if (day === 'weekday') return (other) => other.dayOfWeek <= 5;
  if (day === 'last') return (other) => other.day === other.daysInMonth;
  if (day === 'first') return (other) => other.day === 1;
  if (day.startsWith('day')) return (other) => other.day === Number(day.slice(3));
  if (DAYS.includes(day)) return (other) => other.dayOfWeek === DAYS.indexOf(day) + 1;
  const [month, date] = day.split('-').map(Number);
  return (other) => other.month === month && other.day === date;
}

function meant(meaning: string, now: Temporal.ZonedDateTime): string {
  const minutes = /^\+(\d+)m$/.exec(meaning)?.[1];
  if (minutes)
    return now
      .add({ minutes: Number(minutes) })
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' });
  const [, nextWeek, day = '', hours = ''] = /^(week )?(\S+) (\S+)/.exec(meaning)!;
  const today = now.toPlainDate();
  const start = nextWeek ? today.add({ days: 8 - today.dayOfWeek }) : today;
  const rule = /FREQ\S+/.exec(meaning)?.[0];
  const isDay = fits(day, today);
  for (let days = 0; ; days++) {
    const other = start.add({ days });
    if (!isDay(other)) continue;
    for (const hour of hours.split('/')) {
      const at = other.toPlainDateTime(hour).toZonedDateTime(now.timeZoneId);
      if (Temporal.ZonedDateTime.compare(at, now) > 0 || day.startsWith('+'))
        return [at.toPlainDateTime().toString({ smallestUnit: 'minute' }), rule ?? []].flat().join(' ');
    }
  }
}

function understood(text: string, now: Temporal.ZonedDateTime): string {
  const found = findTime(text, now.epochMilliseconds, now.timeZoneId);
  if (!found) return 'no time';
  return [toWallTime(found.when.at, now.timeZoneId), found.when.rule ?? []].flat().join(' ');
}

const asks = Object.entries(ASKED).flatMap(([zone, day]) =>
  HOURS.map((hour) => Temporal.PlainDateTime.from(`${day}T${hour}`).toZonedDateTime(zone)),
);

test('there are 400 spellings of times', () => {
  expect(new Set(Object.values(SPELLINGS).flatMap(splitSpellings)).size).toBeGreaterThanOrEqual(400);
});

test.each(Object.entries(SPELLINGS))('%s is understood, whenever it is asked', (meaning, spellings) => {
  const wrong: string[] = [];
  for (const spelling of splitSpellings(spellings))
    for (const now of asks)
      for (const text of [`call mum ${spelling}`, `${spelling} call mum`]) {
        const [read, wanted] = [understood(text, now), meant(meaning, now)];
        if (read !== wanted) wrong.push(`${text} at ${now.toPlainDateTime()}: ${read}, not ${wanted}`);
      }
  expect(wrong).toEqual([]);
});

test('words that only look like times are none', () => {
  const found = splitSpellings(NO_TIMES).filter((text) => understood(text, asks[3]!) !== 'no time');
  expect(found).toEqual([]);
});
