import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { kindOf } from '../../web/boards/board-kind';
import { hueOf, tint } from '../../web/product/tint';
import { headerTitle } from '../../web/shell/header-title';

test('a name is the board it names, of whichever kind', () => {
  const boards = { tags: ['food'], shared: [{ name: 'trip' }] };
  expect(kindOf('food', boards)).toBe('private');
  expect(kindOf('trip', boards)).toBe('shared');
  expect(kindOf('nope', boards)).toBeUndefined();
});

test('a board has one colour everywhere, and only the catch-all has none', () => {
  expect(hueOf('food')).toBe(hueOf('food'));
  expect(tint('food')['data-tinted']).toBe('hued');
  expect(tint('uncategorized')['data-tinted']).toBe('neutral');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(hueOf(name)).toBeWithin(0, 360);
    }),
  );
});

test('the colours of many boards are spread over the whole circle', () => {
  const hues = new Set(Array.from({ length: 200 }, (_, n) => hueOf(`board-${n}`)));
  expect(hues.size).toBe(12);
});

test('the mobile header shows the board, else the page, else the logo', () => {
  expect(headerTitle('/tag/private/food', { tag: 'food' })).toBe('#food');
  expect(headerTitle('/tag/shared/trip', { boardName: 'trip' })).toBe('#trip');
  expect(headerTitle('/all-texts', {})).toBe('All Texts');
  expect(headerTitle('/', {})).toBeUndefined();
});
