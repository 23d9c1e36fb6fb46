import { afterEach, expect, test } from 'bun:test';
import { readStored } from '../../../web/ui/storage';

afterEach(() => localStorage.clear());

test('a stored value that cannot be parsed counts as missing', () => {
  localStorage.setItem('cut', '["+1206');
  expect(readStored('cut', ['none'])).toEqual(['none']);
  expect(readStored('missing', ['none'])).toEqual(['none']);
  localStorage.setItem('whole', '["+12065550100"]');
  expect(readStored('whole', ['none'])).toEqual(['+12065550100']);
});
