import { expect, test } from 'bun:test';
import { parseQuery } from '../../../src/contract/query';
import { excerptAround } from '../../../web/shell/command/excerpt';
import { bestMatches } from '../../../web/shell/command/matching';

const find = (names: string[], query: string, max = 10) => bestMatches(names, query, (name) => name, max);

test('whole names come before beginnings, word starts and parts', () => {
  expect(find(['night-trip', 'strip', 'trips', 'trip', 'food'], 'trip')).toEqual([
    'trip',
    'trips',
    'night-trip',
    'strip',
  ]);
});

test('every typed word must match, in any order', () => {
  const names = ['trip-to-oslo', 'oslo', 'trip-to-rome'];
  expect(find(names, 'oslo tr')).toEqual(['trip-to-oslo']);
  expect(find(names, 'trip to ')).toEqual(['trip-to-oslo', 'trip-to-rome']);
});

test('case, accents and # do not count, and signs alone find nothing', () => {
  expect(find(['été', 'Åse Østby'], '#ETE')).toEqual(['été']);
  expect(find(['été', 'Åse Østby'], 'ostb')).toEqual(['Åse Østby']);
  expect(find(['食べ物', 'food'], '食べ')).toEqual(['食べ物']);
  for (const nothing of ['', '#', ' - ', '((', '\\']) expect(find(['food'], nothing)).toEqual([]);
});

test('equal matches keep their order, and no more than the limit are returned', () => {
  expect(find(['b-1', 'b-2', 'b-3'], 'b', 2)).toEqual(['b-1', 'b-2']);
});

const excerpt = (content: string, query: string) => excerptAround(content, parseQuery(query));

test('an excerpt shows the first match, on one line', () => {
  expect(excerpt('Tent pegs,\n\nheadlamp', 'headlamp')).toBe('Tent pegs, headlamp');
  const long = `${'nothing was decided, '.repeat(20)}but for the kumquat and the lime`;
  expect(excerpt(long, 'kumquat')).toBe('…was decided, but for the kumquat and the lime');
  expect(excerpt(long, 'nothing')).toHaveLength(141);
  expect(excerpt(long, 'nothing').endsWith('…')).toBe(true);
});

test('an excerpt leaves out hashtags at the end, which are shown below it', () => {
  expect(excerpt('Try the ramen #food #tips', 'ramen')).toBe('Try the ramen');
  expect(excerpt('#food', 'food')).toBe('#food');
  expect(excerpt('Meet at #house at nine', 'nine')).toBe('Meet at #house at nine');
});
