import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { allowedActions } from '../../../web/boards/allowed-actions';
import { findBoard } from '../../../web/boards/use-board';
import { hueOf, tint } from '../../../web/product/tint';
import { headerTitle } from '../../../web/shell/header-title';

test('a private board allows all actions, a reserved board only deleting', () => {
  expect(allowedActions({ kind: 'private', name: 'food' })).toEqual(['rename', 'invite', 'delete']);
  expect(allowedActions({ kind: 'private', name: 'uncategorized' })).toEqual(['delete']);
  expect(allowedActions({ kind: 'private', name: 'feedback' })).toEqual(['delete']);
});

test('a shared board allows its owner everything, a member the member list', () => {
  const board = { kind: 'shared', name: 'house', id: 7 } as const;
  expect(allowedActions({ ...board, role: 'owner' })).toEqual(['members', 'rename', 'invite', 'delete']);
  expect(allowedActions({ ...board, role: 'member' })).toEqual(['members']);
});

test('a name finds the private or shared board that it names', () => {
  const trip = { id: 7, name: 'trip', role: 'member' } as const;
  expect(findBoard('food', ['food'], [trip])).toEqual({ kind: 'private', name: 'food' });
  expect(findBoard('trip', ['food'], [trip])).toEqual({ kind: 'shared', ...trip });
  expect(findBoard('nope', ['food'], [trip])).toBeUndefined();
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
