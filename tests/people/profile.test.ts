import { expect } from 'bun:test';
import { displayName, initials, needsSetup, publicName } from '../../src/contract/people';
import type { Profile } from '../../src/contract/users';
import { requireUserByPhone } from '../../src/people/users';
import { ann } from '../support/cast';
import { test } from '../support/server-test';
import { textIn } from '../support/texts';

test('the choice to be asked before posts of other sites is kept', async ({ client }) => {
  const asks = async (change?: { asksBeforeEmbeds: boolean }) => {
    const { body } = await client.put('/api/profile', { firstName: 'Ann', lastName: 'Lee', ...change });
    expect((await client.get('/api/profile')).body).toEqual(body);
    return (body as { asksBeforeEmbeds: boolean }).asksBeforeEmbeds;
  };
  expect(await asks()).toBe(false);
  expect(await asks({ asksBeforeEmbeds: true })).toBe(true);
  expect(await asks()).toBe(true);
  expect(await asks({ asksBeforeEmbeds: false })).toBe(false);
});

test('a profile tells since when its number gets no texts', async ({ server, client }) => {
  const since = async () =>
    ((await client.get('/api/profile')).body as { textsStoppedAt: string | null }).textsStoppedAt;
  expect(await since()).toBeNull();
  textIn(server.app, ann, 'STOP');
  expect(await since()).toStartWith('20');
  textIn(server.app, ann, 'START');
  expect(await since()).toBeNull();
});

test.each([
  [{ lastName: 'Lee' }, 'First name is required'],
  [{ firstName: ' ', lastName: 'Lee' }, 'First name is required'],
  [{ firstName: 'Ann', lastName: ' ' }, 'Last name is required'],
  [{ firstName: 'Ann', lastName: 'Lee', avatarUrl: 'nope' }, 'Please enter a valid URL'],
  [{ firstName: 'Ann', lastName: 'Lee', avatarUrl: 'javascript:alert(1)' }, 'Please enter a valid URL'],
  [{ firstName: 'Ann', lastName: 'Lee', asksBeforeEmbeds: 'yes' }, 'asksBeforeEmbeds must be true or false'],
  [{ firstName: 'x'.repeat(51), lastName: 'Lee' }, 'First name can have at most 50 characters'],
])('a profile of %j is refused: %s', async ({ server }, input, message) => {
  const answer = await server.as(ann).put('/api/profile', input);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error: message, message });
});

const LEFT_TO_RIGHT = '\u202d';
const RIGHT_TO_LEFT = '\u202e';
const FILLER = '\u3164';
const JOINER = '\u200d';
const NON_JOINER = '\u200c';

test.each([
  [`${RIGHT_TO_LEFT}eeL${LEFT_TO_RIGHT}`, 'eeL'],
  ['\u2067Lee\u2069\u200f', 'Lee'],
  [`L\u00ade\u200be\ufeff`, 'Lee'],
  [`${JOINER}Lee${NON_JOINER}`, 'Lee'],
  [`علی${NON_JOINER}رضا`, `علی${NON_JOINER}رضا`],
  [`👩🏽${JOINER}⚕️`, `👩🏽${JOINER}⚕️`],
])('a name loses what nobody sees: %j', async ({ server }, lastName, stored) => {
  const answer = await server.as(ann).put<Profile>('/api/profile', { firstName: 'Ann', lastName });
  expect(answer.body.lastName).toBe(stored);
});

test('a name of characters that nobody sees is refused', async ({ server }) => {
  for (const lastName of [FILLER, `${FILLER}\u2800${JOINER}`, '\u200b \u2066']) {
    const { status, text } = await server.as(ann).put('/api/profile', { firstName: 'Ann', lastName });
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining('Last name is required') });
  }
});

test('setup is needed while a name is missing', () => {
  expect(needsSetup({ firstName: 'Ann', lastName: null })).toBe(true);
  expect(needsSetup({ firstName: 'Ann', lastName: 'Lee' })).toBe(false);
});

test('names and initials have fallbacks', () => {
  const nobody = { firstName: null, lastName: null };
  expect(displayName({ firstName: 'Ann', lastName: 'Lee' })).toBe('Ann Lee');
  expect(displayName({ ...nobody, displayName: 'annie' })).toBe('annie');
  expect(displayName(nobody)).toBe('User');
  expect(displayName({ firstName: 'User', lastName: 'User', displayName: '+1 ••• ••• 0111' })).toBe(
    '+1 ••• ••• 0111',
  );
  expect(initials({ firstName: 'User', lastName: 'User' })).toBe('U');
  expect(initials({ firstName: 'ann', lastName: 'lee' })).toBe('AL');
  expect(initials({ ...nobody, displayName: 'annie' })).toBe('A');
  expect(initials({ ...nobody, displayName: '+1 ••• ••• 0123' })).toBe('U');
  expect(initials(nobody)).toBe('U');
});

test('others see a masked number instead of a missing or placeholder name', () => {
  const { phone } = ann;
  expect(publicName({ phone, firstName: 'Ann', lastName: 'Lee' })).toBe('Ann Lee');
  expect(publicName({ phone, firstName: null, lastName: null })).toBe('+1 ••• ••• 0111');
  expect(publicName({ phone, firstName: 'User', lastName: 'User' })).toBe('+1 ••• ••• 0111');
  expect(publicName({ phone, firstName: 'Ann', lastName: 'User' })).toBe('Ann User');
});

test('a command names a number that has no account', ({ app }) => {
  expect(() => requireUserByPhone(app, '(202) 555-0199')).toThrow('+12025550199 has no account yet.');
});
