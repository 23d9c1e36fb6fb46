import { expect, test } from 'bun:test';
import { toWallTime } from '../../../src/notices/reminders/schedule';
import { findTime, readTime, withoutTime } from '../../../src/notices/reminders/times';
import { HOSTILE } from '../../support/hostile-texts';

const BERLIN = 'Europe/Berlin';
/** Sunday, 22 November 2026, 14:30 in Berlin. */
const NOW = Date.parse('2026-11-22T13:30:00Z');

function read(text: string): string | null {
  const found = findTime(text, NOW, BERLIN);
  if (!found) return null;
  const { at, starts, rule } = found.when;
  return [
    toWallTime(at, BERLIN),
    ...(starts ? [] : ['moment']),
    ...(rule ? [rule] : []),
    ...(found.isPast ? ['past'] : []),
  ].join(' ');
}

test.each([
  ['tmr 9', '2026-11-23T09:00'],
  ['tomorrow @ 9', '2026-11-23T09:00'],
  ['fri 9am', '2026-11-27T09:00'],
  ['fri 3', '2026-11-27T15:00'],
  ['Friday', '2026-11-27T09:00'],
  ['tonight', '2026-11-22T20:00'],
  ['this evening', '2026-11-22T18:00'],
  ['tomorrow morning', '2026-11-23T09:00'],
  ['half past 9 tomorrow', '2026-11-23T09:30'],
  ['noon tomorrow', '2026-11-23T12:00'],
  ['in 2 hours', '2026-11-22T16:30 moment'],
  ['in half an hour', '2026-11-22T15:00 moment'],
  ['in 3 days', '2026-11-25T14:30'],
  ['9am EST tomorrow', '2026-11-23T15:00 moment'],
  ['24 dec 6pm', '2026-12-24T18:00'],
  ['the 31st 9am', '2026-12-31T09:00'],
  ['29 feb', '2028-02-29T09:00'],
  ['8:30', '2026-11-22T20:30'], // 8:30 in the morning is in the past
  ['08:30', '2026-11-23T08:30'],
  ['today at 9', '2026-11-22T21:00'], // nine in the morning is in the past
  ['today', '2026-11-22T18:00'],
  ['today 10am', '2026-11-22T10:00 past'],
  ['yesterday', '2026-11-21T09:00 past'],
  ['2026-12-24 18:00', '2026-12-24T18:00'],
  ['call mum fri 9am about the car', '2026-11-27T09:00'],
  ['every friday 9am', '2026-11-27T09:00 FREQ=WEEKLY;BYDAY=FR'],
  ['9am every friday', '2026-11-27T09:00 FREQ=WEEKLY;BYDAY=FR'],
  ['water the plants every day', '2026-11-23T09:00 FREQ=DAILY'],
  ['every weekday 7am', '2026-11-23T07:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  ['every mon, wed and fri 6pm', '2026-11-23T18:00 FREQ=WEEKLY;BYDAY=MO,WE,FR'],
  ['every other friday', '2026-11-27T09:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
  ['every month on the 31st', '2026-12-31T09:00 FREQ=MONTHLY'],
  ['every 29 feb', '2028-02-29T09:00 FREQ=YEARLY'],
  ['every evening at 8', '2026-11-22T20:00 FREQ=DAILY'],
  ['next tuesday after school at 3 faculty mtg', '2026-11-24T15:00'],
  ['thursday after lunch at 2 call bank', '2026-11-26T14:00'],
  ['thursday before lunch at 12 call bank', '2026-11-26T12:00'],
  ['friday before school at 7 forms', '2026-11-27T07:00'],
  ['next tuesday after work at 6:30pm gym', '2026-11-24T18:30'],
  ['tue after work at 7 gym', '2026-11-24T19:00'],
  ['every friday after school at 3:30 pick up Leo', '2026-11-27T15:30 FREQ=WEEKLY;BYDAY=FR'],
  ['to call the bank on friday when Bob is here at 5:30pm', '2026-11-27T17:30'],
  ['to take the kids tomorrow to the dentist at 4', '2026-11-23T16:00'],
  ['thursday, call the bank at two', '2026-11-26T14:00'],
  ['tomorrow dentist 3pm', '2026-11-23T15:00'],
  ['24 dec dinner with mum at 7', '2026-12-24T19:00'],
  ['on the 20th pay the rent at 6pm', '2026-12-20T18:00'],
  ['christmas eve pick up the cake at noon', '2026-12-24T12:00'],
  ['two days before christmas defrost the turkey', '2026-12-23T09:00'],
  ['call Jo the day before new years eve at 5pm', '2026-12-30T17:00'],
  ['a week before valentines day order flowers', '2027-02-07T09:00'],
  ['sat soccer 10am bring snacks', '2026-11-28T10:00'],
  ['in 3 days call mum at 5', '2026-11-25T17:00'],
  ['tomorrow at 9 to prepare the meeting at 3', '2026-11-23T09:00'],
  ['the first monday of january, marina slip, 10am', '2027-01-04T10:00'],
  ['last friday of december party 6pm', '2026-12-25T18:00'],
  ['second tuesday of next month at 4', '2026-12-08T16:00'],
  ['first sunday in november at 9', '2027-11-07T09:00'], // that of this year is past
  ['24 dec 2000 dinner', '2026-12-24T20:00'],
  ['15 dec 2030 party', '2030-12-15T09:00'],
  ['Ann was born on june 5 1945', '1945-06-05T09:00 past'],
  ['dec 15 1500 euros rent', '1500-12-15T09:00 past'],
  ['on 1st of every month pay rent 7pm', '2026-12-01T19:00 FREQ=MONTHLY'],
  ['every friday take the bins out at 7 #house', '2026-11-27T07:00 FREQ=WEEKLY;BYDAY=FR'],
  ['every friday dinner at 7', '2026-11-27T19:00 FREQ=WEEKLY;BYDAY=FR'],
  ['every day pills in the evening', '2026-11-22T18:00 FREQ=DAILY'],
  ['every day pills at 8am and 8pm', '2026-11-22T20:00 FREQ=DAILY;BYHOUR=8,20'],
  ['at 7pm pay rent every month on the 1st', '2026-12-01T19:00 FREQ=MONTHLY'],
  ['every friday movie night', '2026-11-27T09:00 FREQ=WEEKLY;BYDAY=FR'],
  ['every friday tickets for 7pm', '2026-11-27T09:00 FREQ=WEEKLY;BYDAY=FR'],
  ['every christmas call mum 8pm', null],
  ['tomorrow wake me up at 6', '2026-11-23T06:00'],
  ['tomorrow 10 eggs at 7pm', '2026-11-23T19:00'],
  ['swim lessons start sat 9am, remind me 8:15', '2026-11-28T08:15'],
  ['swim sat 7am, remind me at 6', '2026-11-28T06:00'],
  ['party on sat 9pm, remind me 8', '2026-11-28T20:00'],
  ['party on sat 2pm, remind me 10', '2026-11-28T10:00'],
  ['630 bottle', '2026-11-22T18:30'],
  ['345 elm street key', null],
  ['430 euros rent', null],
  ['645 lunch tomorrow', '2026-11-23T09:00'],
  ['to call the clerk tomorrow between 9 and 10', '2026-11-23T09:00'],
  ['tomorrow from 2 to 3 call the clerk', '2026-11-23T14:00'],
  ['friday between 10 and 2 pm call', '2026-11-27T10:00'],
  ['between 2:30 and 4 on friday', '2026-11-27T14:30'],
  ['choose between 9 and 10 colors', null],
  // the day is of something else
  ['at 5 to buy tickets for friday', '2026-11-22T17:00'],
  ['to call bob about friday with Ann at 5', '2026-11-22T17:00'],
  ["to check tomorrow's weather at 9pm", '2026-11-22T21:00'],
  ['the sunday roast at 5', '2026-11-22T17:00'],
  ['sun cream at 9', '2026-11-22T21:00'],
  ['2nd dose at 5pm', '2026-11-22T17:00'],
  ['1/2 pill at 8pm', '2026-11-22T20:00'],
  ['christmas cards at 6pm', '2026-11-22T18:00'],
  ['today milk at 8am', '2026-11-23T08:00'],
  ['buy sun cream', null],
  ['may I go', null],
  ['march', null],
  ['in 100000 years', null],
  ['every time I go', null],
  ['read the daily mirror', null],
  ['eat 5 plums every day 2 apples', '2026-11-23T09:00 FREQ=DAILY'],
  ['9', null],
  ['', null],
])('%j is %p', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['fri 9am', true],
  ['at 9', true],
  ['every friday 9am', true],
  ['fri 9am with Bob', false],
  ['2h', true],
  ['later', false],
])('%j as a whole is a time: %p', (text, whole) => {
  expect(readTime(text, NOW, BERLIN) !== null).toBe(whole);
});

test.each([
  ['thursday call the bank at 2', 'call the bank'],
  ['to call the bank on thursday when Bob is here at 2', null],
  ['saturday soccer 10am bring snacks', null],
  ['tomorrow 10 eggs at 7pm', '10 eggs'],
  ['monday and wednesday gym at 6', null],
  ['to call the clerk tomorrow between 9 and 10', null],
  ['a week from today to water the ferns', 'to water the ferns'],
  ['on 1st of every month pay rent 7pm', 'pay rent'],
  ['7pm pay rent every month on the 1st', 'pay rent'],
])('of %j the time is left out whole, or nothing of it', (text, words) => {
  expect(withoutTime(text, findTime(text, NOW, BERLIN)!)).toBe(words ?? text);
  expect(readTime(text, NOW, BERLIN)).toBe(null);
});

test('what is meant for tonight comes tonight, also late', () => {
  const at = Date.parse('2026-11-22T19:30:00Z');
  expect(toWallTime(findTime('tonight', at, BERLIN)!.when.at, BERLIN)).toBe('2026-11-22T22:00');
});

test('hostile texts are read without an error', () => {
  const marks = ['9', 'fri ', 'every mon, ', 'at ', '!'].map((part) => part.repeat(10_000 / part.length));
  for (const text of [...HOSTILE, ...marks]) {
    const found = findTime(text, NOW, BERLIN);
    if (found) expect(text.slice(found.from, found.to)).not.toBe('');
  }
});
