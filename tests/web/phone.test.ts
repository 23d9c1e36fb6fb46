import { expect, test } from 'bun:test';
import { codeIn } from '../../web/phone/code-in';
import { roomFor, toggled } from '../../web/phone/open-phones';

test('the login code is found in the text that brings it, and in no other', () => {
  expect(codeIn('838664 is your Tagline code. Nobody will ask you for it.\n\n@localhost #838664')).toBe(
    '838664',
  );
  expect(codeIn('Ann posted to #trip: call 555123 about the tickets')).toBeUndefined();
});

test('phones stand side by side where there is room for them', () => {
  expect([390, 768, 1280, 1920].map(roomFor)).toEqual([1, 1, 3, 4]);
});

test('one more open phone takes the place of the longest open one when there is no room', () => {
  expect(toggled(['a'], 'b', 1)).toEqual(['b']);
  expect(toggled(['a', 'b', 'c'], 'd', 3)).toEqual(['b', 'c', 'd']);
  expect(toggled(['a'], 'b', 3)).toEqual(['a', 'b']);
});

test('an open phone is put away, but never the last one', () => {
  expect(toggled(['a', 'b'], 'a', 3)).toEqual(['b']);
  expect(toggled(['a'], 'a', 3)).toEqual(['a']);
});
