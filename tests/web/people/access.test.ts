import { expect, test } from 'bun:test';
import { exampleOf } from '../../../src/contract/example';
import { type Profile, profile } from '../../../src/contract/users';
import { redirectFor } from '../../../web/product/session';

const named = exampleOf(profile) as Profile;
const unnamed = { ...named, firstName: null };

test('a stranger is sent to the sign-in from every other screen', () => {
  expect(redirectFor('login', false, null)).toBeUndefined();
  expect(redirectFor('setup', false, null)).toBe('/login');
  expect(redirectFor('protected', false, null)).toBe('/login');
});

test('a person who skipped the setup can come back to it, and others cannot', () => {
  const skipped = { ...named, firstName: 'User', lastName: 'User' };
  expect(redirectFor('setup again', true, skipped)).toBeUndefined();
  expect(redirectFor('setup', true, skipped)).toBe('/');
  expect(redirectFor('setup again', true, named)).toBe('/');
  expect(redirectFor('setup again', true, unnamed)).toBeUndefined();
  expect(redirectFor('setup again', false, null)).toBe('/login');
});

test('a person without a name is sent to the setup', () => {
  expect(redirectFor('protected', true, unnamed)).toBe('/setup');
  expect(redirectFor('protected', true, { ...named, lastName: '' })).toBe('/setup');
  expect(redirectFor('setup', true, unnamed)).toBeUndefined();
});

test('a person with a name is sent away from the sign-in and the setup', () => {
  expect(redirectFor('login', true, named)).toBe('/');
  expect(redirectFor('setup', true, named)).toBe('/');
  expect(redirectFor('protected', true, named)).toBeUndefined();
});

test('a profile that cannot be read keeps nobody out', () => {
  expect(redirectFor('protected', true, null)).toBeUndefined();
  expect(redirectFor('setup', true, null)).toBe('/');
});
