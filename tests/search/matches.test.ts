import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { findMatches, parseQuery } from '../../src/contract/search';

const marked = (text: string, q: string) =>
  findMatches(text, parseQuery(q)).map(({ start, end }) => text.slice(start, end));

test('what was searched is marked as it stands in the text', () => {
  expect(marked("Try the Café, don't wait", 'cafe dont')).toEqual(['Café', "don't"]);
  expect(marked('今晚看房方便嘛', '看房 方')).toEqual(['看房方']);
  expect(marked('Gate B-12 at 9.45', 'b-12')).toEqual(['B-12']);
  expect(marked('1,200 to (555) 010-9999', '1200 5550109999')).toEqual(['1,200', '555) 010-9999']);
});

test('of a longer word only the part is marked', () => {
  expect(marked('Booking XK4471B', '4471')).toEqual(['4471']);
  expect(marked('restaurants', 'restau')).toEqual(['restau']);
});

test('a misspelt word marks what it means, and where the right word stands nothing else', () => {
  expect(marked('the restaurant', 'restuarant')).toEqual(['restaurant']);
  expect(marked('ramen and raven', 'ramen')).toEqual(['ramen']);
});

test('hashtags are not marked, nor what was excluded', () => {
  expect(marked('ramen #ramen pizza', 'ramen -pizza')).toEqual(['ramen']);
});

test('marks lie in the text, in order, and do not touch', () => {
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
