import { expect, spyOn, test } from 'bun:test';
import { writtenClock } from '../../src/outbox/written-times';
import { findTimeZone, setTimeZone, zoneOf } from '../../src/people/time-zone';
import { testApp } from '../support/app';
import { ann } from '../support/cast';
import { ensureUser } from '../support/people';
import { testServer } from '../support/server';

test.each([
  ['+12025550111', 'America/New_York'],
  ['+14165550111', 'America/Toronto'],
  ['+4915112345678', 'Europe/Berlin'],
  ['+442079460000', 'Europe/London'],
  ['+917012345678', 'Asia/Calcutta'],
  ['+61412345678', 'Australia/Sydney'],
  ['+8613812345678', 'Asia/Shanghai'],
  ['+88312345678', 'UTC'], // the number belongs to an international network and to no country
])('the zone of %s is %s until another is known', async (phone, zone) => {
  await using app = testApp();
  expect(zoneOf(app, { phone, timeZone: null })).toBe(zone);
});

test('a stored zone counts before DEFAULT_TIMEZONE, and that before the country', async () => {
  await using app = testApp({ DEFAULT_TIMEZONE: 'europe/paris' });
  const user = ensureUser(app, ann);
  expect(zoneOf(app, user)).toBe('Europe/Paris');
  expect(zoneOf(app, setTimeZone(app, user, 'Asia/Tokyo'))).toBe('Asia/Tokyo');
});

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  [' berlin ', 'Europe/Berlin'],
  ['new york', 'America/New_York'],
  ['Kolkata', 'Asia/Kolkata'],
  ['PST', 'America/Los_Angeles'],
  ['eastern time', 'America/New_York'],
  ['utc', 'UTC'],
  ['houston', 'America/Chicago'],
  ['St. Louis', 'America/Chicago'],
  ['Saint Louis, MO', 'America/Chicago'],
  ['new york city', 'America/New_York'],
  ['Köln', 'Europe/Berlin'],
  ['texas', 'America/Chicago'],
  ['CA', 'America/Los_Angeles'],
  ['birmingham uk', 'Europe/London'],
  ['Birmingham, Alabama', 'America/Chicago'],
  ['Portland ME', 'America/New_York'],
  ['Paris, Texas', 'America/Chicago'],
  ['washington dc', 'America/New_York'],
  ['Hyderabad Pakistan', 'Asia/Karachi'],
  ['Narnia Germany', null],
  ['+02:00', null],
  ['Narnia', null],
  ['', null],
  ['../etc/passwd', null],
  ['x'.repeat(10_000), null],
])('%j means the zone %p', (typed, zone) => {
  expect(findTimeZone(typed)).toBe(zone);
});

test('a browser tells its zone once; the person can set another', async () => {
  await using server = await testServer();
  const client = await server.introduce(ann);
  const put = async (input: object) => (await client.put('/api/profile/time-zone', input)).body;
  expect((await client.get('/api/profile')).body).toMatchObject({ timeZone: null });
  expect(await put({ timeZone: 'europe/berlin', unlessSet: true })).toMatchObject({
    timeZone: 'Europe/Berlin',
  });
  expect(await put({ timeZone: 'Asia/Tokyo', unlessSet: true })).toMatchObject({ timeZone: 'Europe/Berlin' });
  expect(await put({ timeZone: 'Asia/Tokyo' })).toMatchObject({ timeZone: 'Asia/Tokyo' });
  for (const timeZone of ['Narnia', '+02:00', '', 7]) {
    const refused = await client.put('/api/profile/time-zone', { timeZone });
    expect(refused.status).toBe(400);
  }
  expect((await client.get('/api/profile')).body).toMatchObject({ timeZone: 'Asia/Tokyo' });
});

test('formats of times are kept for fifty zones at most', () => {
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 60);
  using made = spyOn(Intl, 'DateTimeFormat');
  for (const times of [zones, zones.slice(0, 1), zones.slice(0, 1)])
    for (const zone of times) writtenClock(0, zone);
  expect(made.mock.calls.length).toBeGreaterThan(60);
  expect(made.mock.calls.length).toBeLessThan(63);
});
