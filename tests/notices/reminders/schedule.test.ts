import { expect, test } from 'bun:test';
import { parseRule, ruleInWords } from '../../../src/contract/repeats';
import { nextTime, toInstant, toWallTime } from '../../../src/notices/reminders/schedule';

const BERLIN = 'Europe/Berlin';

function times(starts: string, rule: string, count: number, zone = BERLIN): string[] {
  const found: string[] = [];
  let at = toInstant(starts, zone) - 1;
  for (let n = 0; n < count; n++) {
    at = nextTime({ starts, rule, zone }, at);
    found.push(toWallTime(at, zone));
  }
  return found;
}

test('9 am stays 9 am when daylight saving begins and ends', () => {
  const days = ['2026-03-28T09:00', '2026-03-29T09:00', '2026-03-30T09:00'];
  expect(times(days[0]!, 'FREQ=DAILY', 3)).toEqual(days);
  const hours = ['2026-10-24T09:00', '2026-10-25T09:00'].map((time) => toInstant(time, BERLIN) / 3_600_000);
  expect(hours[1]! - hours[0]!).toBe(25);
});

test('a rule with two hours is due at both, every day', () => {
  expect(times('2026-10-24T20:00', 'FREQ=DAILY;BYHOUR=8,20', 3)).toEqual([
    '2026-10-24T20:00',
    '2026-10-25T08:00',
    '2026-10-25T20:00',
  ]);
  expect(ruleInWords('FREQ=DAILY;BYHOUR=8,20')).toBe('every day at 8 am and 8 pm');
});

test('a time that the clock skips is an hour later; of a time that comes twice the first counts', () => {
  expect(new Date(toInstant('2026-03-29T02:30', BERLIN)).toISOString()).toBe('2026-03-29T01:30:00.000Z');
  expect(new Date(toInstant('2026-10-25T02:30', BERLIN)).toISOString()).toBe('2026-10-25T00:30:00.000Z');
  for (const days of [
    ['2026-03-28T02:30', '2026-03-29T03:30', '2026-03-30T02:30'],
    ['2026-10-24T02:30', '2026-10-25T02:30', '2026-10-26T02:30'],
  ])
    expect(times(days[0]!, 'FREQ=DAILY', 3)).toEqual(days);
});

test('a day that a month lacks becomes its last day, and the 31st comes again', () => {
  const days = times('2027-12-31T09:00', 'FREQ=MONTHLY', 4).map((time) => time.slice(0, 10));
  expect(days).toEqual(['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']);
  const years = times('2024-02-29T09:00', 'FREQ=YEARLY', 5).map((time) => time.slice(0, 10));
  expect(years).toEqual(['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']);
});

test('a rule repeats on its weekdays and at its interval', () => {
  const days = (rule: string, count: number) =>
    times('2026-11-27T09:00', rule, count).map((time) => time.slice(5, 10));
  expect(days('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', 4)).toEqual(['11-27', '12-07', '12-11', '12-21']);
  expect(days('FREQ=DAILY;INTERVAL=3', 3)).toEqual(['11-27', '11-30', '12-03']);
});

test('the next time after any moment is later than that moment, and a time of the rule', () => {
  for (const rule of ['DAILY', 'WEEKLY;BYDAY=SU', 'WEEKLY;INTERVAL=3', 'MONTHLY', 'YEARLY'])
    for (const zone of [BERLIN, 'America/New_York', 'Pacific/Apia', 'Australia/Lord_Howe', 'Asia/Kathmandu'])
      for (let n = 0; n < 40; n++) {
        const after = Date.UTC(2026, 0, 1) + n * 11 * 86_400_000 + n * 3_137_000;
        const reminder = { starts: '2025-01-31T23:30', rule: `FREQ=${rule}`, zone };
        const at = nextTime(reminder, after);
        expect(at).toBeGreaterThan(after);
        expect(nextTime(reminder, at - 1)).toBe(at);
      }
});

test.each([
  ['FREQ=DAILY', 'every day'],
  ['FREQ=WEEKLY;BYDAY=FR', 'every Friday'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', 'every 2 weeks on Monday and Friday'],
  ['FREQ=MONTHLY', 'every month'],
])('%s reads %s', (rule, words) => {
  expect(ruleInWords(rule)).toBe(words);
});

test.each([
  '',
  'FREQ=HOURLY',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;BYDAY=MO',
  'FREQ=WEEKLY;BYDAY=XX',
  'FREQ=WEEKLY;COUNT=2',
  'freq=daily',
])('%j is no rule', (rule) => {
  expect(parseRule(rule)).toBeNull();
});
