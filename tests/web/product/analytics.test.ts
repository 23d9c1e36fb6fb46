import { expect, test } from 'bun:test';
import { exampleOf } from '../../../src/contract/example';
import { type Profile, profile as profileSchema } from '../../../src/contract/users';
import { pollUntilFound, toIdentity, visitorId } from '../../../web/product/analytics';

const profile = {
  ...(exampleOf(profileSchema) as Profile),
  id: 7,
  displayName: 'Ann Lee',
  phoneNumber: '+12025550111',
  createdAt: '2026-01-31T12:00:00.000Z',
};

test('a visitor is identified by phone number, or else by user id', () => {
  expect(visitorId(profile)).toBe('+12025550111');
  expect(visitorId({ ...profile, phoneNumber: '2025550111' })).toBe('+12025550111');
  expect(visitorId({ ...profile, phoneNumber: '' })).toBe('7');
});

test('every visitor has the active standard plan', () => {
  const { visitor, account } = toIdentity(profile);
  expect(visitor).toMatchObject({
    id: '+12025550111',
    userId: '7',
    displayName: 'Ann Lee',
    email: '',
    createdAt: '2026-01-31T12:00:00.000Z',
  });
  expect(account).toEqual({ id: 'standard', plan: 'standard', status: 'active' });
});

test('the tracker is looked for a hundred times', async () => {
  let looks = 0;
  expect(
    await pollUntilFound(() => {
      looks += 1;
      return undefined;
    }, 0),
  ).toBeNull();
  expect(looks).toBe(100);
});

test('a tracker that loads late is found', async () => {
  let looks = 0;
  expect(await pollUntilFound(() => (++looks === 40 ? 'tracker' : undefined), 0)).toBe('tracker');
  expect(looks).toBe(40);
});
