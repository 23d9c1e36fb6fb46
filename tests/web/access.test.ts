import { expect, test } from 'bun:test';
import { detour } from '../../web/auth/session';

const named = {
  id: 1,
  firstName: 'Ann',
  lastName: 'Lee',
  displayName: 'Ann Lee',
  avatarUrl: null,
  phoneNumber: '',
};
const unnamed = { ...named, firstName: null };

test('a stranger is sent to the sign-in from everywhere but the sign-in', () => {
  expect(detour('login', false, null)).toBeUndefined();
  expect(detour('setup', false, null)).toBe('/login');
  expect(detour('protected', false, null)).toBe('/login');
});

test('while a name is missing every protected screen leads to the setup', () => {
  expect(detour('protected', true, unnamed)).toBe('/setup');
  expect(detour('protected', true, { ...named, lastName: '' })).toBe('/setup');
  expect(detour('setup', true, unnamed)).toBeUndefined();
});

test('who has a name has no business at the sign-in or the setup', () => {
  expect(detour('login', true, named)).toBe('/');
  expect(detour('setup', true, named)).toBe('/');
  expect(detour('protected', true, named)).toBeUndefined();
});

test('a profile that could not be read keeps nobody out', () => {
  expect(detour('protected', true, null)).toBeUndefined();
  expect(detour('setup', true, null)).toBe('/');
});
