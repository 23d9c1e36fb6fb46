import { expect, test } from 'bun:test';
import { matchShortcuts } from '../../web/product/keyboard';

const KEYS = ['/', 'n', 'g h', 'g n'];

test('a key alone, or two after one another, mean what is known by them', () => {
  const meaning = matchShortcuts(KEYS);
  expect(meaning('/', 0)).toBe('/');
  expect(meaning('x', 1)).toBeUndefined();
  expect(meaning('g', 2)).toBeUndefined();
  expect(meaning('h', 3)).toBe('g h');
  expect(meaning('h', 4)).toBeUndefined();
});

test('two keys that belong together are not taken for the second alone', () => {
  const meaning = matchShortcuts(KEYS);
  meaning('g', 0);
  expect(meaning('n', 100)).toBe('g n');
  expect(meaning('n', 200)).toBe('n');
});

test('after a pause the first of two keys is forgotten', () => {
  const meaning = matchShortcuts(KEYS);
  meaning('g', 0);
  expect(meaning('n', 5000)).toBe('n');
});
