import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { findMatches } from '../../src/contract/matches';
import { parseQuery } from '../../src/contract/query';

const HIGHLIGHTED: [promise: string, ...[text: string, query: string, matches: string[]][]][] = [
  [
    'matches are highlighted as they are written in the text',
    ["Try the Café, don't wait", 'cafe dont', ['Café', "don't"]],
    ['今晚看房方便嘛', '看房 方', ['看房方']],
    ['Gate B-12 at 9.45', 'b-12', ['B-12']],
    ['1,200 to (555) 010-9999', '1200 5550109999', ['1,200', '555) 010-9999']],
  ],
  [
    'only the matching part of a longer word is highlighted',
    ['Booking XK4471B', '4471', ['4471']],
    ['restaurants', 'restau', ['restau']],
  ],
  [
    'words that only look alike are not highlighted',
    ['the restaurant', 'restuarant', []],
    ['page 12', 'sage', []],
    ['a message', 'sage', []],
    ['ramen and raven', 'ramen', ['ramen']],
  ],
  [
    'what a word stands for is highlighted',
    ['Dr Yilmaz 030 5550 1234', 'doctor phone number', ['Dr', '030 5550 1234']],
    ['Ann: +49 (0)30/555-0199, ann@mail.example', 'ann mail', ['Ann', 'ann', 'mail']],
    [
      'Bob, Lange Straße 12 or bob.ray@post.example',
      'bob address',
      ['Bob', 'Lange Straße 12', 'bob.ray@post.example'],
    ],
    ['Ann paid 1 000 000 on 2026-11-27 for 12.11.2026, no. 4711', 'ann phone', ['Ann']],
  ],
  ['hashtags and excluded words are not highlighted', ['ramen #ramen pizza', 'ramen -pizza', ['ramen']]],
];

test.each(HIGHLIGHTED)('%s', (_, ...cases) => {
  for (const [text, query, matches] of cases)
    expect(findMatches(text, parseQuery(query)).map(({ start, end }) => text.slice(start, end))).toEqual(
      matches,
    );
});

test('the words that a search took for the searched ones are highlighted', () => {
  const query = { ...parseQuery('sage tea'), similar: new Set(['page']) };
  expect(findMatches('page 12 of sago', query)).toEqual([{ start: 0, end: 4 }]);
});

test('matches are within the text, in order, and do not touch', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('ramen 看房 #x', 'a-b c', 'Straße'));
  fc.assert(
    fc.property(text, text, (content, q) => {
      let at = -1;
      for (const { start, end } of findMatches(content, parseQuery(q))) {
        expect(start).toBeGreaterThan(at);
        expect(end).toBeGreaterThan(start);
        at = end;
      }
      expect(at).toBeLessThanOrEqual(content.length);
    }),
  );
});
