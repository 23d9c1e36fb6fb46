import { expect, test } from 'bun:test';
import { countFresh } from '../../../web/messages/feed/count-fresh';
import { Arrivals } from '../../../web/messages/feed/use-arrivals';
import { sinceWhen } from '../../../web/ui/dates';

const items = (...ids: number[]) => ids.map((id) => ({ id }));
const ME = 1;
const message = (id: number, senderId = 2, source: 'sms' | 'ui' = 'sms') => ({ id, senderId, source });

test('only messages that come after the first look have arrived, for a while', () => {
  const arrivals = new Arrivals();
  arrivals.see(items(3, 2), 1000);
  expect(arrivals.isFresh(3, 1000, 500)).toBe(false);
  arrivals.see(items(5, 4, 3, 2, 1), 2000);
  expect([5, 4, 3, 1].map((id) => arrivals.isFresh(id, 2100, 500))).toEqual([true, true, false, false]);
  expect(arrivals.isFresh(5, 2500, 500)).toBe(false);
});

test('the first message of an empty list arrives, and one that comes back does not', () => {
  const arrivals = new Arrivals();
  arrivals.see([], 1000);
  arrivals.see(items(7), 2000);
  expect(arrivals.isFresh(7, 2000, 500)).toBe(true);
  arrivals.see([], 3000);
  arrivals.see(items(7), 4000);
  expect(arrivals.isFresh(7, 4000, 500)).toBe(false);
});

test('a list is split between new and seen messages', () => {
  const list = [message(9), message(8), message(5), message(4)];
  const before = { id: 6, at: null };
  expect(countFresh(list, before, ME)).toBe(2);
  expect(countFresh(list, undefined, ME)).toBe(0);
  expect(countFresh(list, { id: 0, at: null }, ME)).toBe(0);
  expect(countFresh(list, { id: 9, at: null }, ME)).toBe(0);
});

test('what one added in the web app is not new, but what one texted is', () => {
  const before = { id: 6, at: null };
  const added = [message(8, ME, 'ui'), message(5)];
  expect(countFresh(added, before, ME)).toBe(0);
  const texted = [message(8, ME, 'ui'), message(7, ME, 'sms'), message(5)];
  expect(countFresh(texted, before, ME)).toBe(2);
});

test('a time of today is shown as a time, of the six days before as a weekday, else as a date', () => {
  const now = new Date(2026, 2, 12, 15, 30).getTime(); // a Thursday
  const since = (...date: [number, number, number, number?, number?]) =>
    sinceWhen(new Date(...date).toISOString(), now);
  expect(since(2026, 2, 12, 0, 5)).toBe('00:05');
  expect(since(2026, 2, 12, 14, 5)).toBe('14:05');
  expect(since(2026, 2, 11, 23, 59)).toBe('Wednesday');
  expect(since(2026, 2, 6, 0, 0)).toBe('Friday');
  expect(since(2026, 2, 5, 23, 59)).toBe('03/05/26');
});
