import { expect, test } from 'bun:test';
import { hasCriteria, parseQuery } from '../../src/contract/query';

const words = (typed: string) => parseQuery(typed).words.map(({ terms }) => terms.join(' '));

test('filters are recognised anywhere in a query', () => {
  expect(
    parseQuery('Ramen from:"Bob Ray" -spicy #Food before:2026-02 after:2026-01-31 has:photo "on ice"'),
  ).toEqual({
    words: [
      { terms: ['ramen'], quoted: false, unfinished: false },
      { terms: ['on', 'ice'], quoted: true, unfinished: false },
    ],
    excludedWords: [{ terms: ['spicy'], quoted: false, unfinished: false }],
    tags: ['food'],
    excludedTags: [],
    from: ['Bob Ray'],
    excludedFrom: [],
    before: Date.UTC(2026, 1, 1),
    after: Date.UTC(2026, 0, 31),
    has: ['photo'],
    excludedHas: [],
    filters: expect.anything(),
    freeText: 'Ramen on ice',
  });
});

test('each filter is listed with its value and its range in the query', () => {
  const typed = 'ramen from:bob -#food "on ice"';
  const { filters } = parseQuery(typed);
  expect(filters.map(({ kind, value, start, end }) => [kind, value, typed.slice(start, end)])).toEqual([
    ['from', 'bob', 'from:bob'],
    ['excluded', '#food', '-#food'],
    ['phrase', 'on ice', '"on ice"'],
  ]);
});

test('a filter without a valid value is read as words', () => {
  expect(words('before:lunch has:legs note:x 12:30')).toEqual([
    'before lunch',
    'has legs',
    'note x',
    '12 30',
  ]);
  expect(parseQuery('before:2026-02-30').before).toBeNull();
  expect(parseQuery('before:0050').before).toBeNull(); // 0050 does not mean 1950
  expect(words('from:')).toEqual(['from']);
});

test('`in:` means a whole year, month or day', () => {
  const range = (typed: string) => [parseQuery(typed).after, parseQuery(typed).before];
  expect(range('in:2026')).toEqual([Date.UTC(2026), Date.UTC(2027)]);
  expect(range('in:2026-12')).toEqual([Date.UTC(2026, 11), Date.UTC(2027)]);
  expect(range('in:2026-02-28')).toEqual([Date.UTC(2026, 1, 28), Date.UTC(2026, 2)]);
  expect(words('in:berlin')).toEqual(['in berlin']);
});

test('only a word at the very end of a query is unfinished', () => {
  const unfinished = (typed: string) => parseQuery(typed).words.map((word) => word.unfinished);
  expect(unfinished('one two')).toEqual([false, true]);
  expect(unfinished('one two ')).toEqual([false, false]);
  expect(unfinished('one "two"')).toEqual([false, false]);
});

test('a query without words and filters has no criteria', () => {
  for (const nothing of ['', '   ', '"', '""', '***', '-', '#', '- #', '()', '\\', '«»'])
    expect({ nothing, any: hasCriteria(parseQuery(nothing)) }).toEqual({ nothing, any: false });
  for (const something of ['a', '-a', '#a', '-#a', 'has:link', 'before:2026', '🍜'])
    expect({ something, any: hasCriteria(parseQuery(something)) }).toEqual({ something, any: true });
});
