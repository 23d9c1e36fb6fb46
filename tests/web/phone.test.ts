import { expect, test } from 'bun:test';
import { findLoginCode } from '../../web/phone/login-code';
import { maxOpenPhones, toggleOpenPhone } from '../../web/phone/use-open-phones';

test('only a text that brings a login code has one', () => {
  expect(
    findLoginCode('838664 is your Tagline code. Nobody will ask you for it.\n\n@localhost #838664'),
  ).toBe('838664');
  expect(findLoginCode('Ann posted to #trip: call 555123 about the tickets')).toBeUndefined();
});

test('as many phones are open as fit side by side', () => {
  expect([390, 768, 1280, 1920].map(maxOpenPhones)).toEqual([1, 1, 3, 4]);
});

test('opening a phone closes the oldest one if there is no room', () => {
  expect(toggleOpenPhone(['a'], 'b', 1)).toEqual(['b']);
  expect(toggleOpenPhone(['a', 'b', 'c'], 'd', 3)).toEqual(['b', 'c', 'd']);
  expect(toggleOpenPhone(['a'], 'b', 3)).toEqual(['a', 'b']);
});

test('an open phone can be closed, but not the last one', () => {
  expect(toggleOpenPhone(['a', 'b'], 'a', 3)).toEqual(['b']);
  expect(toggleOpenPhone(['a'], 'a', 3)).toEqual(['a']);
});
