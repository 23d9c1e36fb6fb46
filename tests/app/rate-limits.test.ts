import { expect } from 'bun:test';
import { rateLimitHits } from '../../db/schema';
import {
  chargeRateLimits,
  countHitsLeft,
  deleteOldHits,
  EVERYBODY,
  RATE_LIMITS,
  type RateLimitName,
  tryChargeRateLimits,
} from '../../src/app/rate-limits';
import { countCodesLeft } from '../../src/people/auth/code-brake';
import { type TestApp, testApp } from '../support/app';
import { test } from '../support/app-test';
import { ann } from '../support/cast';
import { DAY, MINUTE } from '../support/clock';

const { max } = RATE_LIMITS['code to a number for an asker'];
const use = (app: TestApp, times: number, phone = '+12025550122') => {
  for (let n = 0; n < times; n++) chargeRateLimits(app, { 'code to a number for an asker': phone });
};
const hits = (app: TestApp) => app.db.select().from(rateLimitHits).all();

test('an act past its limit is refused with the time to wait', ({ app }) => {
  app.clock.freeze();
  use(app, max);
  app.clock.advance(MINUTE);
  expect(() => use(app, 1)).toThrow(
    expect.objectContaining({
      code: 'TOO_MANY_REQUESTS',
      message: RATE_LIMITS['code to a number for an asker'].message,
      extra: expect.objectContaining({ retryAfter: 9 * 60 }),
    }),
  );
  use(app, 1, '+12025550133'); // the hits of one key do not count for another key
  app.clock.advance(9 * MINUTE);
  use(app, 1);
});

test('an act that one limit refuses counts against no limit', ({ app }) => {
  use(app, max);
  const charges = { 'text to anybody a day': EVERYBODY, 'code to a number for an asker': '+12025550122' };
  expect(tryChargeRateLimits(app, charges)).toBe(false);
  expect(hits(app)).toHaveLength(max);
});

test('hits of a large limit share at most a hundred rows, and none is lost', ({ app }) => {
  const name = 'text to anybody a day';
  const { max } = RATE_LIMITS[name];
  app.clock.freeze();
  const charge = () => tryChargeRateLimits(app, { [name]: EVERYBODY });
  for (let n = 0; n < max; n++) {
    app.clock.advance(Math.floor(DAY / (max + 1)));
    expect(charge()).toBe(true);
  }
  expect(hits(app).length).toBeLessThanOrEqual(101);
  expect(charge()).toBe(false);
  app.clock.advance(DAY / 50);
  expect(countHitsLeft(app, name, EVERYBODY)).toBeGreaterThan(0);
  expect(countHitsLeft(app, name, EVERYBODY)).toBeLessThan(max / 25);
});

test('who has exceeded a limit by a heavy hit is told when there is room again', ({ app }) => {
  const name = 'notification to a person a day';
  const { max } = RATE_LIMITS[name];
  app.clock.freeze();
  tryChargeRateLimits(app, { [name]: ann.phone }, 1);
  app.clock.advance(MINUTE);
  tryChargeRateLimits(app, { [name]: ann.phone }, max + 3);
  expect(() => chargeRateLimits(app, { [name]: ann.phone })).toThrow(
    expect.objectContaining({ extra: expect.objectContaining({ retryAfter: DAY / 1000 }) }),
  );
});

test('a limit whose key is null does not apply', ({ app }) => {
  for (let n = 0; n < 100; n++) chargeRateLimits(app, { 'code from an address': null });
  expect(hits(app)).toEqual([]);
});

test('a text counts in its segments, and the last one may exceed the limit', ({ app }) => {
  const { max } = RATE_LIMITS['reply to a number a day'];
  const charge = () => tryChargeRateLimits(app, { 'reply to a number a day': '+12025550122' }, 7);
  for (let n = 0; n < max; n += 7) expect(charge()).toBe(true);
  expect(charge()).toBe(false);
});

test('what is no text counts once', ({ app }) => {
  for (let n = 0; n < max; n++)
    expect(tryChargeRateLimits(app, { 'code to a number for an asker': '1' }, 7)).toBe(true);
});

test('whoever runs it sets the limits of everybody', async () => {
  const limits = { CODES_A_DAY: '2', SEGMENTS_A_DAY: '6', WELCOMES_AN_HOUR: '3' };
  await using app = testApp(limits);
  const count = (name: RateLimitName) => {
    let hits = 0;
    while (tryChargeRateLimits(app, { [name]: EVERYBODY }, 2)) hits++;
    return hits;
  };
  expect((['text to anybody a day', 'welcome an hour'] as const).map(count)).toEqual([3, 3]);
  expect(countCodesLeft(app)).toEqual({ left: 2, most: 2 });
  expect(() => testApp({ CODES_A_DAY: 'many' })).toThrow('CODES_A_DAY must be a whole number');
});

test('stored hits name nobody, and are deleted after the longest window', ({ app }) => {
  use(app, 1);
  expect(JSON.stringify(hits(app))).not.toContain('2025550122');
  app.clock.advance(DAY + MINUTE);
  deleteOldHits(app);
  expect(hits(app)).toEqual([]);
});
