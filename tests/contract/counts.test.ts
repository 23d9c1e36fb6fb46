import { expect, test } from 'bun:test';
import { countOf } from '../../src/contract/counts';
import { formatDuration } from '../../web/operators/broadcast-cost';

test('the noun after 1 is in the singular, and after other numbers in the plural', () => {
  expect([0, 1, 2, 1200].map((count) => countOf(count, 'user'))).toEqual([
    '0 users',
    '1 user',
    '2 users',
    '1,200 users',
  ]);
  expect([1, 3].map((count) => countOf(count, 'person', 'people'))).toEqual(['1 person', '3 people']);
  expect([1, 7].map(formatDuration)).toEqual(['about 1 minute', 'about 7 minutes']);
});
