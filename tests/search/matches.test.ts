import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { findMatches } from '../../src/contract/matches';
import { parseQuery } from '../../src/contract/query';

const highlighted = (text: string, q: string) =>
  findMatches(text, parseQuery(q)).map(({ start, end }) => text.slice(start, end));

test('matches are highlighted as they are written in the text', () => {
  expect(highlighted("Try the Café, don't wait", 'cafe dont')).toEqual(['Café', "don't"]);
  expect(highlighted('今晚看房方便嘛', '看房 方')).toEqual(['看房方']);
  expect(highlighted('Gate B-12 at 9.45', 'b-12')).toEqual(['B-12']);
  expect(highlighted('1,200 to (555) 010-9999', '1200 5550109999')).toEqual(['1,200', '555) 010-9999']);
});

test('only the matching part of a longer word is highlighted', () => {
  expect(highlighted('Booking XK4471B', '4471')).toEqual(['4471']);
  expect(highlighted('restaurants', 'restau')).toEqual(['restau']);
});

test('a typo highlights the word it means, unless the exact word is there', () => {
  expect(highlighted('the restaurant', 'restuarant')).toEqual(['restaurant']);
  expect(highlighted('ramen and raven', 'ramen')).toEqual(['ramen']);
});

test('hashtags and excluded words are not highlighted', () => {
  expect(highlighted('ramen #ramen pizza', 'ramen -pizza')).toEqual(['ramen']);
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
