import { createHmac } from 'node:crypto';
import { NeedsWriter, prepared, transaction } from '../../db/open';
import type { App } from './app';
import { ignoreDiskErrors } from './disk-errors';
import { VisibleError } from './errors';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Hits with a time in the future do not count (docs/product/operators.md: Clock). */
export type RateLimit = {
  max: number;
  window: number;
  message: string;
  health?: string;
  /** A hit counts as many times as its text has segments. */
  inSegments?: boolean;
  /** Replaces `max`. */
  setting?: 'segmentsADay' | 'welcomesAnHour';
};

const per =
  (window: number) =>
  (max: number, message: string, health?: string): RateLimit => ({ max, window, message, health });
const perMinute = per(MINUTE);
const perTenMinutes = per(10 * MINUTE);
const perHour = per(HOUR);
const perDay = per(DAY);

const inSegments = (limit: RateLimit): RateLimit => ({ ...limit, inSegments: true });
const set = (setting: RateLimit['setting'], limit: RateLimit): RateLimit => ({ ...limit, setting });

export const RATE_LIMITS = {
  // an asker is a known device, or else a network; each asker has its own count, so nobody can use up the
  // limit of another asker
  'code to a number for an asker': perTenMinutes(
    5,
    'Too many codes for this number. Please wait ten minutes.',
  ),
  'code to a number for an asker a day': perDay(
    10,
    'Too many codes for this number today. Please try again tomorrow.',
  ),
  'code to a number a day': perDay(
    20,
    'Too many codes for this number today. Please sign in on a device where you have signed in before, or try again tomorrow.',
  ),
  'wrong code for a number a day': perDay(
    10,
    'Too many wrong codes for this number today. Please sign in on a device where you have signed in before, or try again tomorrow.',
  ),
  'wrong code without a challenge a day': perDay(
    5,
    'Too many codes were tried for this number without the cookie of the login.',
  ),
  'code from an address': perHour(30, 'Too many codes from your network. Please try again in an hour.'),
  'code to the invited of a person a day': perDay(60, 'Too many codes for the people whom you invited.'),
  // There is no limit for each phone number. With such a limit, somebody else could shut out the owner of the
  // number. Such a limit is not needed either, because the start of such a sign-in sends no text.
  'sign-in by text from an address': perHour(
    30,
    'Too many sign-ins from your network. Please try again in an hour.',
  ),
  'sign-in by text from a wide network a day': perDay(
    1000,
    'Too many sign-ins from your network today. Please try again tomorrow.',
  ),
  // somebody who forges the number can use up this limit; the owner of the number can still sign in with a
  // code
  'sign-in link to a number an hour': perHour(5, 'Too many sign-in links to this number.'),
  // ends an exchange of automatic texts with a machine or another Tagline (docs/product/limits.md: Rate
  // limits)
  'reply to a number': perTenMinutes(
    30,
    'Too many replies to this number.',
    'Such a number, probably a machine, was told that it gets no reply for a while. Its texts are saved.',
  ),
  'reply to a number a day': inSegments(
    perDay(
      200,
      'Too many replies to this number today.',
      'Such a number, probably a machine, was told that it gets no reply for a while. Its texts are saved.',
    ),
  ),
  'question from a number': perHour(30, 'Too many questions by text from this number.'),
  'end of questions told to a number': perHour(
    1,
    'This number was told that its questions are not answered for a while.',
  ),
  'hint to a person a day': perDay(1, 'This person was told today how to say it.'),
  'wrong OK by a person a day': perDay(3, 'Too many wrong answers to a question for an OK today.'),
  'welcome an hour': set(
    'welcomesAnHour',
    perHour(
      200,
      'Too many new numbers at once.',
      'Further new numbers are welcomed as soon as there is room. Their texts are saved.',
    ),
  ),
  'notification to a person a day': inSegments(
    perDay(
      150,
      'Too many notifications today.',
      'Further posts reach such a member in one summary for each board, every four hours.',
    ),
  ),
  'reminder to a person a day': inSegments(
    perDay(
      100,
      'Too many reminders today.',
      'Such a person was told that no more reminders are texted until tomorrow. The web app shows them.',
    ),
  ),
  'summary to a person a day': inSegments(
    perDay(24, 'Too many summaries today.', 'Further posts wait for the next summary.'),
  ),
  'membership text to a person a day': inSegments(
    perDay(
      50,
      'Too many texts about memberships today.',
      'Such a person was told that further changes of boards are not texted until tomorrow.',
    ),
  ),
  'text caused by a person a day': inSegments(
    perDay(
      5_000,
      'Too many texts to others today.',
      'What such a person posts reaches others in summaries; other changes are not texted until tomorrow.',
    ),
  ),
  'text to anybody a day': set(
    'segmentsADay',
    inSegments(
      perDay(
        20_000,
        'No more texts can be sent today. Please try again tomorrow.',
        'Only codes and broadcasts are sent now. All other texts wait until there is room.',
      ),
    ),
  ),
  'rename of a shared board by a person': perHour(
    30,
    'Too many renames of shared boards. Please try again in an hour.',
  ),
  'invite to a number': perTenMinutes(1, 'This number has just been invited. Please wait ten minutes.'),
  'invite to a number a day': perDay(2, 'This number has been invited already. Please try again tomorrow.'),
  'invite from an address': perHour(5, 'Too many invites from your network. Please try again later.'),
  'invite by a person a day': perDay(
    20,
    'This invite link has been used a lot today. Please try again tomorrow.',
  ),
  'board invitation by text by a person a day': perDay(
    20,
    'You have invited many people by text today. Please go on tomorrow.',
  ),
  'passkey challenge for an address': perTenMinutes(
    60,
    'Too many tries with passkeys from your network. Please try again in ten minutes.',
  ),
  'passkey challenge for a person': perTenMinutes(
    30,
    'Too many tries with passkeys. Please try again in ten minutes.',
  ),
  'address for mails by a person a day': perDay(
    20,
    'Too many new addresses for mails today. Please try again tomorrow.',
  ),
  'mail connection from a network': perTenMinutes(300, 'Too many connections of a mail server.'),
  'unknown mail address from a network': perHour(60, 'Too many unknown mail addresses from one network.'),
  'mail to a person a day': perDay(
    500,
    'Too many mails to one person today.',
    'Further mails to such a person are put off: their server sends them again tomorrow.',
  ),
  'board opened to others by a person a day': perDay(
    20,
    'You have opened boards to others many times today. Please go on tomorrow.',
  ),
  'page from an address': perMinute(240, 'Too many pages at once. Please wait a minute.'),
  'file of a page from an address': perMinute(2_000, 'Too many pictures at once. Please wait a minute.'),
  'post of a guest from an address': perHour(20, 'That is a lot of posts. Please go on in an hour.'),
  'post of a guest by a link a day': perDay(50, 'Many guests have posted today. Please go on tomorrow.'),
  'address of a calendar by a person a day': perDay(
    10,
    'Too many addresses of the calendar for one day. Please try again tomorrow.',
  ),
  'mail to confirm by a person a day': perDay(
    5,
    'Too many mails to confirm an address today. Please try again tomorrow.',
  ),
  'mail to confirm to an address a day': perDay(
    3,
    'This address got several such mails today. Please try again tomorrow.',
  ),
  'answer by mail to a person a day': perDay(200, 'Too many answers by mail today.'),
  'webhook by a person a day': perDay(20, 'Too many webhooks for one day. Please try again tomorrow.'),
  'webhook sent again by a person an hour': perHour(100, 'Too many tries for one hour. Please wait a while.'),
  'address of a feed by a person a day': perDay(
    20,
    'Too many new addresses for one day. Please try again tomorrow.',
  ),
  'access token by a person a day': perDay(
    50,
    'Too many access tokens for one day. Please try again tomorrow.',
  ),
  'sign-in with the provider from an address': perTenMinutes(
    60,
    'Too many sign-ins from your network. Please try again in ten minutes.',
  ),
  'logout token': perHour(1, 'This logout token was used before.'),
  'program from an address': perHour(60, 'Too many programs from your network. Please try again in an hour.'),
  'file from a person a day': perDay(500, 'That is a lot of files for one day. Please try again tomorrow.'),
  'preview for a person': perMinute(60, 'Too many links at once. Please wait a minute.'),
  // a person who types without a pause searches four times a second; each search makes two hits, because a
  // second call counts the results, or finds similar ones
  'search by a person': perMinute(600, 'Too many searches at once. Please wait a minute.'),
  'board invitation by a person a day': perDay(
    100,
    'You have invited many people today. Please go on tomorrow.',
  ),
  'invitation of an unknown number by a person a day': perDay(
    30,
    'Too many numbers without an account. Please try again tomorrow.',
  ),
  'test push by a person': perHour(20, 'Too many test notifications. Please try again in an hour.'),
  'export by a person': perHour(20, 'Too many exports. Please try again in an hour.'),
  'import by a person': perHour(30, 'Too many imports. Please try again in an hour.'),
  'broadcast a day': perDay(10, 'Ten broadcasts a day are enough for anybody. Please wait until tomorrow.'),
  'demo from an address': perHour(30, 'Many people try this from your network. Please go on in an hour.'),
  'text of a visitor': perHour(200, 'That is a lot of texts for one hour.'),
  'photo of a visitor': perHour(10, 'That is a lot of photos for one hour.'),
  'test of a broadcast': perHour(20, 'Too many tests of a broadcast. Please try again in an hour.'),
} satisfies Record<string, RateLimit>;

/** Hits of a limit with a higher maximum join one row for a hundredth of its window, and leave with it. */
const COUNTED_SINGLY_MAX = 200;
const JOINED_SHARE = 1 / 100;

export type RateLimitName = keyof typeof RATE_LIMITS;

const limitOf = (name: RateLimitName): RateLimit => RATE_LIMITS[name];

export function maxOf({ config }: App, name: RateLimitName): number {
  const { setting, max } = limitOf(name);
  return (setting && config[setting]) ?? max;
}

/** Key of limits that are shared by everybody. */
export const EVERYBODY = '*';

export type RateLimitCharges = Partial<Record<RateLimitName, string | number | null>>;

export function chargeRateLimits(app: App, charges: RateLimitCharges): void {
  const exceeded = charge(app, charges);
  if (!exceeded) return;
  const { message } = RATE_LIMITS[exceeded.name];
  throw new VisibleError('TOO_MANY_REQUESTS', message, {
    retryAfter: exceeded.retryAfter,
    limit: exceeded.name,
  });
}

/**
 * Works like `chargeRateLimits`, also on a disk that takes no writes. Readers look at the count, and tell the
 * writer: requests of the same moment may exceed the limit.
 */
export function chargeRead(app: App, charges: RateLimitCharges): void {
  if (!app.reader) ignoreDiskErrors(() => chargeRateLimits(app, charges));
  else if (isRateLimited(app, charges)) throw new NeedsWriter('it words the refusal');
  else app.reader.charge(charges);
}

export function countHitsLeft(app: App, name: RateLimitName, key: string): number {
  const { window } = RATE_LIMITS[name];
  const at = app.now();
  const { count } = statements(app.db).countHits.get({
    name,
    key: storedKey(app, key),
    since: at - window,
    at,
  })!;
  return Math.max(0, maxOf(app, name) - count);
}

export const isRateLimited = (app: App, charges: RateLimitCharges): boolean =>
  findExceeded(app, toHits(app, charges)) !== null;

export function listReachedLimits(app: App): { name: RateLimitName; keys: number; health: string }[] {
  return (Object.entries(RATE_LIMITS) as [RateLimitName, RateLimit][]).flatMap(
    ([name, { window, health }]) => {
      if (!health) return [];
      const now = app.now();
      const max = maxOf(app, name);
      const { keys } = statements(app.db).countReached.get({ name, max, since: now - window, now })!;
      return keys > 0 ? [{ name, keys, health }] : [];
    },
  );
}

/** `segments` counts for the limits that are in segments. The last text may exceed such a limit. */
export function tryChargeRateLimits(app: App, charges: RateLimitCharges, segments = 1): boolean {
  const exceeded = charge(app, charges, segments);
  if (exceeded) app.log.warn({ limit: exceeded.name }, RATE_LIMITS[exceeded.name].message);
  return exceeded === null;
}

/** Hits of a limit that this version does not know are kept for the longest window. */
export function deleteOldHits(app: App): void {
  const { deleteHitsOutside, deleteHitsOfOutside } = statements(app.db);
  const longest = Math.max(...Object.values(RATE_LIMITS).map(({ window }) => window));
  const now = app.now();
  deleteHitsOutside.run({ from: now - longest, to: now + longest });
  for (const [name, { window }] of Object.entries(RATE_LIMITS))
    deleteHitsOfOutside.run({ name, from: now - window, to: now + window });
}

type Exceeded = { name: RateLimitName; retryAfter: number };
type Hit = { name: RateLimitName; key: string };
/** Milliseconds, without the first. */
type Period = { since: number; at: number };

function charge(app: App, charges: RateLimitCharges, segments = 1): Exceeded | null {
  return transaction(app.db, () => {
    const hits = toHits(app, charges);
    const exceeded = findExceeded(app, hits);
    if (!exceeded) for (const hit of hits) addHit(app, hit, limitOf(hit.name).inSegments ? segments : 1);
    return exceeded;
  });
}

function addHit(app: App, hit: Hit, count: number): void {
  const { window } = limitOf(hit.name);
  const { joinHit, insertHit } = statements(app.db);
  const at = app.now();
  const isJoined =
    maxOf(app, hit.name) > COUNTED_SINGLY_MAX &&
    joinHit.run({ ...hit, count, since: at - window * JOINED_SHARE, at }).changes > 0;
  if (!isJoined) insertHit.run({ ...hit, count, at });
}

function findExceeded(app: App, hits: Hit[]): Exceeded | null {
  const at = app.now();
  for (const { name, key } of hits) {
    const { window } = RATE_LIMITS[name];
    const counted = { name, key, since: at - window, at };
    const { countHits, findLastToLeave } = statements(app.db);
    const excess = countHits.get(counted)!.count - maxOf(app, name);
    if (excess < 0) continue;
    const last = findLastToLeave.get({ ...counted, excess })?.at ?? at;
    return { name, retryAfter: Math.max(1, Math.ceil((last + window - at) / 1000)) };
  }
  return null;
}

const toHits = (app: App, charges: RateLimitCharges): Hit[] =>
  (Object.entries(charges) as [RateLimitName, string | number | null][])
    .filter(([, key]) => key !== null)
    .map(([name, key]) => ({ name, key: storedKey(app, String(key)) }));

/**
 * Returns the hash of a key, which is stored in place of the key, because hits outlive accounts and must not
 * name anybody.
 */
const storedKey = (app: App, key: string) =>
  key === EVERYBODY ? key : createHmac('sha256', app.secret).update(key).digest('base64url').slice(0, 16);

const statements = prepared((db) => ({
  countHits: db.$client.prepare<{ count: number }, Hit & Period>(`
    select coalesce(sum(count), 0) as count from rate_limit_hits
     where name = $name and key = $key and at > $since and at <= $at`),
  /** Finds the hit after whose leaving there is room again. */
  findLastToLeave: db.$client.prepare<{ at: number }, Hit & Period & { excess: number }>(`
    select at from (
      select at, sum(count) over (order by at, id) as gone from rate_limit_hits
       where name = $name and key = $key and at > $since and at <= $at)
     where gone > $excess order by at limit 1`),
  countReached: db.$client.prepare<
    { keys: number },
    { name: string; max: number; since: number; now: number }
  >(`
    select count(*) as keys from (
      select 1 from rate_limit_hits where name = $name and at > $since and at <= $now
       group by key having sum(count) >= $max)`),
  joinHit: db.$client.prepare<unknown, Hit & Period & { count: number }>(`
    update rate_limit_hits set count = count + $count where id = (
      select id from rate_limit_hits where name = $name and key = $key and at > $since and at <= $at
       order by at desc limit 1)`),
  insertHit: db.$client.prepare<unknown, Hit & { count: number; at: number }>(
    'insert into rate_limit_hits (name, key, at, count) values ($name, $key, $at, $count)',
  ),
  deleteHitsOutside: db.$client.prepare<unknown, { from: number; to: number }>(
    'delete from rate_limit_hits where at < $from or at > $to',
  ),
  deleteHitsOfOutside: db.$client.prepare<unknown, { name: string; from: number; to: number }>(
    'delete from rate_limit_hits where name = $name and (at < $from or at > $to)',
  ),
}));
