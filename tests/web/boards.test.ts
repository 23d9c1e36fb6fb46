import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { kindOf } from '../../web/boards/board-kind';
import { hueOf, tint } from '../../web/product/tint';
import { headerTitle } from '../../web/shell/header-title';

test('the kind of a board is found by its name', () => {
  const boards = { tags: ['food'], shared: [{ name: 'trip' }] };
  expect(kindOf('food', boards)).toBe('private');
  expect(kindOf('trip', boards)).toBe('shared');
  expect(kindOf('nope', boards)).toBeUndefined();
});

test('the colour of a board depends on its name; uncategorized has none', () => {
  expect(hueOf('food')).toBe(hueOf('food'));
  expect(tint('food')['data-tinted']).toBe('hued');
  expect(tint('uncategorized')['data-tinted']).toBe('neutral');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(hueOf(name)).toBeWithin(0, 360);
    }),
  );
});

test('many boards use all twelve hues', () => {
  const hues = new Set(Array.from({ length: 200 }, (_, n) => hueOf(`board-${n}`)));
  expect(hues.size).toBe(12);
});

test('the header of small screens shows the board, the page or the logo', () => {
  expect(headerTitle('/tag/private/food', { tag: 'food' })).toBe('#food');
  expect(headerTitle('/tag/shared/trip', { boardName: 'trip' })).toBe('#trip');
  expect(headerTitle('/all-texts', {})).toBe('All Texts');
  expect(headerTitle('/', {})).toBeUndefined();
});
