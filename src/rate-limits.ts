import { createHmac } from 'node:crypto';
import { prepared, transaction } from '../db/open';
import type { App } from './app';
import { VisibleError } from './errors';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * At most `max` hits for one key within any `window` milliseconds. `message` is the error that a refused caller reads,
 * or the log line where no caller waits for an answer.
 */
type RateLimit = { max: number; window: number; message: string };

/** Every rate limit there is, by name (docs/product.md: Rate limits). */
export const RATE_LIMITS = {
  'code to a number': {
    max: 5,
    window: 10 * MINUTE,
    message: 'Too many codes for this number. Please wait a few minutes.',
  },
  'code to a number a day': {
    max: 20,
    window: DAY,
    message: 'Too many codes for this number today. Please try again tomorrow.',
  },
  'code from an address': {
    max: 30,
    window: HOUR,
    message: 'Too many codes from your network. Please try again later.',
  },
  'code to anybody a day': {
    max: 1000,
    window: DAY,
    message: 'No more codes can be sent today. Please try again tomorrow.',
  },
  // an auto-responder, or another Tagline, gets three replies and then none (docs/product.md: Outbox)
  'reply to a number': { max: 3, window: 10 * MINUTE, message: 'Too many replies to this number.' },
  'reply to a number a day': { max: 20, window: DAY, message: 'Too many replies to this number today.' },
  'welcome an hour': { max: 200, window: HOUR, message: 'Too many new numbers at once.' },
  'notification to a person a day': { max: 20, window: DAY, message: 'Too many notifications today.' },
  'membership text to a person a day': {
    max: 20,
    window: DAY,
    message: 'Too many texts about memberships today.',
  },
  'text to anybody a day': {
    max: 5000,
    window: DAY,
    message: 'No more texts can be sent today. Please try again tomorrow.',
  },
  'invite to a number': {
    max: 1,
    window: 10 * MINUTE,
    message: 'This number has just been invited. Please wait ten minutes.',
  },
  'invite to a number a day': {
    max: 2,
    window: DAY,
    message: 'This number has been invited already. Please try again tomorrow.',
  },
  'invite from an address': {
    max: 5,
    window: HOUR,
    message: 'Too many invites from your network. Please try again later.',
  },
  'invite by a person a day': {
    max: 20,
    window: DAY,
    message: 'This invite link has been used a lot today. Please try again tomorrow.',
  },
  'file from a person a day': {
    max: 500,
    window: DAY,
    message: 'That is a lot of files for one day. Please try again tomorrow.',
  },
  'preview for a person': {
    max: 60,
    window: MINUTE,
    message: 'Too many links at once. Please wait a minute.',
  },
  'board invitation by a person a day': {
    max: 100,
    window: DAY,
    message: 'You have invited many people today. Please go on tomorrow.',
  },
  'invitation of an unknown number by a person a day': {
    max: 30,
    window: DAY,
    message: 'Too many numbers without an account. Please try again tomorrow.',
  },
  'export by a person': {
    max: 20,
    window: HOUR,
    message: 'Too many exports. Please try again in an hour.',
  },
  'broadcast a day': {
    max: 10,
    window: DAY,
    message: 'Ten broadcasts a day are enough for anybody. Please wait until tomorrow.',
  },
  'test of a broadcast': {
    max: 20,
    window: HOUR,
    message: 'Too many tests of a broadcast. Please try again in an hour.',
  },
} satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof RATE_LIMITS;

/** Key of a limit that all callers share. */
export const EVERYBODY = '*';

/**
 * The limits that one act counts against, each with the key it is counted for: a phone number, a network address, a
 * user's id, or EVERYBODY. A limit with the key null does not apply.
 */
export type RateLimitCharges = Partial<Record<RateLimitName, string | number | null>>;

/**
 * Counts one act against each of these limits, or against none of them if one is used up: then throws
 * TOO_MANY_REQUESTS with the seconds to wait. Hits are rows in the database, so they outlive a restart.
 */
export function chargeRateLimits(app: App, charges: RateLimitCharges): void {
  const exceeded = charge(app, charges);
  if (!exceeded) return;
  const { message } = RATE_LIMITS[exceeded.name];
  throw new VisibleError('TOO_MANY_REQUESTS', message, { retryAfter: exceeded.retryAfter });
}

/** Counts one act like `chargeRateLimits`, but returns false and logs the reason instead of throwing. */
export function tryChargeRateLimits(app: App, charges: RateLimitCharges): boolean {
  const exceeded = charge(app, charges);
  if (exceeded) app.log.warn({ limit: exceeded.name }, RATE_LIMITS[exceeded.name].message);
  return exceeded === null;
}

/** Deletes the hits that no window reaches back to. */
export function deleteOldHits(app: App): void {
  const longest = Math.max(...Object.values(RATE_LIMITS).map(({ window }) => window));
  statements(app.db).deleteHitsBefore.run({ before: app.now() - longest });
}

/** Charges all of the limits and returns null, or returns the first one that is used up, with the seconds to wait. */
function charge(app: App, charges: RateLimitCharges): { name: RateLimitName; retryAfter: number } | null {
  return transaction(app.db, () => {
    const at = app.now();
    const { countHits, insertHit } = statements(app.db);
    const hits = (Object.entries(charges) as [RateLimitName, string | number | null][])
      .filter(([, key]) => key !== null)
      .map(([name, key]) => ({ name, key: storedKey(app, String(key)) }));
    for (const { name, key } of hits) {
      const { max, window } = RATE_LIMITS[name];
      const { count, oldest } = countHits.get({ name, key, since: at - window })!;
      if (count < max) continue;
      return { name, retryAfter: Math.max(1, Math.ceil(((oldest ?? at) + window - at) / 1000)) };
    }
    for (const hit of hits) insertHit.run({ ...hit, at });
    return null;
  });
}

/** Hashes a key, because hits outlive accounts and must name nobody. */
const storedKey = (app: App, key: string) =>
  key === EVERYBODY ? key : createHmac('sha256', app.secret).update(key).digest('base64url').slice(0, 16);

const statements = prepared((db) => ({
  countHits: db.$client.prepare<
    { count: number; oldest: number | null },
    { name: string; key: string; since: number }
  >(
    'select count(*) as count, min(at) as oldest from rate_limit_hits where name = $name and key = $key and at > $since',
  ),
  insertHit: db.$client.prepare<unknown, { name: string; key: string; at: number }>(
    'insert into rate_limit_hits (name, key, at) values ($name, $key, $at)',
  ),
  deleteHitsBefore: db.$client.prepare<unknown, { before: number }>(
    'delete from rate_limit_hits where at < $before',
  ),
}));
