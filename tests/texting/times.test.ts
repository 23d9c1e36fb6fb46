import { expect, test } from 'bun:test';
import { toWallTime } from '../../src/notices/reminders/schedule';
import { findTime } from '../../src/notices/reminders/times';
import { ABROAD, NO_TIMES, SLASHED, SPELLINGS } from './time-spellings';

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

function understood(text: string, now: Temporal.ZonedDateTime, options = {}): string {
  const found = findTime(text, now.epochMilliseconds, now.timeZoneId, options);
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

test('a date with a slash is read as in the country of its zone', () => {
  for (const [text, us, elsewhere] of SLASHED)
    for (const zone of ['America/New_York', 'Europe/Berlin', 'Australia/Sydney']) {
      const now = Temporal.PlainDateTime.from('2026-10-20T12:00').toZonedDateTime(zone);
      const wanted = zone === 'America/New_York' ? us : elsewhere;
      expect([text, zone, understood(`call mum ${text}`, now)]).toEqual([text, zone, wanted]);
    }
});

test('a word after a time is no time zone, but the name of one is', () => {
  const now = Temporal.PlainDateTime.from('2026-11-04T10:00').toZonedDateTime('America/New_York');
  for (const text of ['at 5pm get milk', 'at 17:00 eat', '5PM PET THE CAT', 'noon vet'])
    expect([text, understood(text, now).slice(11)]).toEqual([text, /noon/.test(text) ? '12:00' : '17:00']);
  expect(understood('call at 5pm PST', now)).toBe('2026-11-04T20:00');
});

test('times in other languages are understood where the text is in one', () => {
  const now = Temporal.PlainDateTime.from('2026-11-04T14:20').toZonedDateTime('Europe/Berlin');
  const wrong: string[] = [];
  for (const [meaning, spellings] of Object.entries(ABROAD))
    for (const spelling of splitSpellings(spellings))
      for (const text of [`Maria ${spelling}`, `${spelling} Maria`]) {
        const read = understood(text, now, { isAbroad: true });
        if (read !== meaning) wrong.push(`${text}: ${read}, not ${meaning}`);
      }
  expect(wrong).toEqual([]);
  expect(understood('call Morgen at 9', now)).toBe('2026-11-04T21:00');
});
