import { and, count, eq, gt, lt, min, sql } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { limitHits } from '../../db/schema';
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
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

const EVERYBODY = '*';

const hits = prepared((db) =>
  db
    .select({ count: count(), oldest: min(limitHits.at) })
    .from(limitHits)
    .where(
      and(
        eq(limitHits.name, sql.placeholder('name')),
        eq(limitHits.key, sql.placeholder('key')),
        gt(limitHits.at, sql.placeholder('since')),
      ),
    )
    .prepare(),
);

/**
 * Takes one from each of these limits, or from none of them: throws a 429 with the seconds to wait. In the
 * database, so that a restart forgives nobody.
 */
export function take(app: App, limits: [name: LimitName, key?: string][]) {
  transaction(app.db, () => {
    const at = app.now();
    for (const [name, key = EVERYBODY] of limits) {
      const { max, window, message } = LIMITS[name];
      const { count, oldest } = hits(app.db).get({ name, key, since: at - window }) ?? {
        count: 0,
        oldest: null,
      };
      if (count >= max)
        throw new VisibleError('TOO_MANY_REQUESTS', message, {
          retryAfter: Math.max(1, Math.ceil(((oldest ?? at) + window - at) / 1000)),
        });
    }
    for (const [name, key = EVERYBODY] of limits) app.db.insert(limitHits).values({ name, key, at }).run();
  });
}

/** Drops hits older than the longest window. */
export const forgetHits = (app: App) =>
  app.db
    .delete(limitHits)
    .where(lt(limitHits.at, app.now() - DAY))
    .run();
