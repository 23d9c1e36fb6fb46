import { expect, test } from 'bun:test';
import { matchShortcuts } from '../../../web/product/keyboard';

const KEYS = ['/', 'n', 'g h', 'g n'];

test('single keys and pairs of keys are recognised', () => {
  const match = matchShortcuts(KEYS);
  expect(match('/', 0)).toBe('/');
  expect(match('x', 1)).toBeUndefined();
  expect(match('g', 2)).toBeUndefined();
  expect(match('h', 3)).toBe('g h');
  expect(match('h', 4)).toBeUndefined();
});

test('a pair of keys has precedence over its second key', () => {
  const match = matchShortcuts(KEYS);
  match('g', 0);
  expect(match('n', 100)).toBe('g n');
  expect(match('n', 200)).toBe('n');
});

test('after a pause the first key of a pair is forgotten', () => {
  const match = matchShortcuts(KEYS);
  match('g', 0);
  expect(match('n', 5000)).toBe('n');
});
