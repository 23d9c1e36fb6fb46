import { createHmac } from 'node:crypto';
import { and, count, eq, gt, lt, min, sql } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { rateLimitHits } from '../../db/schema';
import type { App } from '../app';
import { VisibleError } from '../errors';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Limit = { max: number; window: number; message: string };

/** Every limit there is, by name, each counted over a sliding window for a key: a number, an address, a user, or everybody. */
export const LIMITS = {
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
  // what we say by ourselves: an auto-responder, or another Tagline, hears three texts and then nothing (design 6)
  'reply to a number': { max: 3, window: 10 * MINUTE, message: 'Too many replies to this number.' },
  'reply to a number a day': { max: 20, window: DAY, message: 'Too many replies to this number today.' },
  'welcome an hour': { max: 200, window: HOUR, message: 'Too many new numbers at once.' },
  'notification to a person a day': { max: 20, window: DAY, message: 'Too many notifications today.' },
  'news of boards to a person a day': { max: 20, window: DAY, message: 'Too much news of boards today.' },
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
  'invitation to a board': {
    max: 100,
    window: DAY,
    message: 'You have invited many people today. Please go on tomorrow.',
  },
  'invitation of an unknown number': {
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
    message: 'That were many tests. Please try again in an hour.',
  },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

const EVERYBODY = '*';

/** Hits outlive accounts, so they name nobody. */
const keyOf = (app: App, key: string) =>
  key === EVERYBODY ? key : createHmac('sha256', app.secret).update(key).digest('base64url').slice(0, 16);

const hits = prepared((db) =>
  db
    .select({ count: count(), oldest: min(rateLimitHits.at) })
    .from(rateLimitHits)
    .where(
      and(
        eq(rateLimitHits.name, sql.placeholder('name')),
        eq(rateLimitHits.key, sql.placeholder('key')),
        gt(rateLimitHits.at, sql.placeholder('since')),
      ),
    )
    .prepare(),
);

const note = prepared((db) =>
  db.$client.prepare<unknown, { name: string; key: string; at: number }>(
    'insert into rate_limit_hits (name, key, at) values ($name, $key, $at)',
  ),
);

/** A limit and whose share of it is meant: a number, an address, a user, or everybody. */
export type Share = [name: LimitName, key?: string];

/**
 * Takes one from each of these limits, or from none of them: throws a 429 with the seconds to wait. In the
 * database, so that a restart forgives nobody.
 */
export function take(app: App, shares: Share[]): void {
  const used = takeOrSay(app, shares);
  if (used)
    throw new VisibleError('TOO_MANY_REQUESTS', LIMITS[used.name].message, {
      retryAfter: used.retryAfter,
    });
}

/** The same where nobody is there to be told: whether there was one of each to take. */
export function mayTake(app: App, shares: Share[]): boolean {
  const used = takeOrSay(app, shares);
  if (used) app.log.warn({ limit: used.name }, 'limit reached');
  return used === null;
}

/** The first limit that is used up, with the seconds to wait; null when one of each was taken. */
function takeOrSay(app: App, shares: Share[]): { name: LimitName; retryAfter: number } | null {
  return transaction(app.db, () => {
    const at = app.now();
    for (const [name, key = EVERYBODY] of shares) {
      const { max, window } = LIMITS[name];
      const { count, oldest } = hits(app.db).get({ name, key: keyOf(app, key), since: at - window }) ?? {
        count: 0,
        oldest: null,
      };
      if (count >= max)
        return { name, retryAfter: Math.max(1, Math.ceil(((oldest ?? at) + window - at) / 1000)) };
    }
    for (const [name, key = EVERYBODY] of shares) note(app.db).run({ name, key: keyOf(app, key), at });
    return null;
  });
}

/** Drops hits older than the longest window. */
export const forgetHits = (app: App) =>
  app.db
    .delete(rateLimitHits)
    .where(lt(rateLimitHits.at, app.now() - DAY))
    .run();
