import { randomBytes } from 'node:crypto';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { NeedsWriter, prepared } from '../../../db/open';
import type { User } from '../../../db/schema';
import { type App, perApp } from '../../app/app';
import { ignoreDiskErrors } from '../../app/disk-errors';
import { signedOut } from '../../app/errors';
import type { EndReason } from '../../contract/auth';
import { CLOSE_CODES } from '../../contract/events';
import { findUser } from '../users';
import { findEndReason, forgetOldEnds, recordEnd } from './ended-sessions';

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    UserId: number;
    DatabaseUserAttributes: User;
  }
}

/**
 * Days from the start of a session, or its last extension, until it ends (docs/product/sign-in.md: Signing
 * in).
 */
const SESSION_DAYS = 30;
const DAY_MS = 86_400_000;
const SESSION_MS = SESSION_DAYS * DAY_MS;
const LONGEST_MS = 365 * DAY_MS;

export const isHttps = ({ publicUrl }: App): boolean => publicUrl.startsWith('https:');

/** Because of the prefix, a browser refuses a cookie that another host of the same domain has set. */
export const cookieName = (app: App, name: string): string => (isHttps(app) ? `__Host-${name}` : name);

const lucia = perApp(createLucia);

function createLucia(app: App) {
  return new Lucia(adapter(app), {
    sessionExpiresIn: new TimeSpan(SESSION_DAYS, 'd'),
    sessionCookie: {
      name: cookieName(app, 'session'),
      attributes: { secure: isHttps(app), sameSite: 'lax', path: '/' },
    },
    getUserAttributes: (user) => user,
  });
}

export const sessionCookieName = (app: App): string => lucia(app).sessionCookieName;

export async function createSession(app: App, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await lucia(app).createSession(userId, {}, { sessionId: token });
  return lucia(app).createSessionCookie(token).serialize();
}

/** If half of the session's life has passed, extends the session. */
export async function validateSession(
  app: App,
  cookie: string | null,
): Promise<{ id: string; user: User; setCookie?: string } | null> {
  const token = readToken(app, cookie);
  if (!token) return null;
  if (app.reader && (findSession(app, cookie)?.isAging ?? true))
    throw new NeedsWriter('the session is extended or ended');
  const { session, user } = await lucia(app).validateSession(token);
  if (!session) return null;
  const setCookie = session.fresh ? lucia(app).createSessionCookie(token).serialize() : undefined;
  return { id: hash(token), user, setCookie };
}

export type Session = {
  id: string;
  userId: number;
  /** Number that grows with every change of what the user sees. */
  version: number;
  isAging: boolean;
  provenAt: number;
};

export function findSession(app: App, cookie: string | null): Session | null {
  const token = readToken(app, cookie);
  if (!token) return null;
  const id = hash(token);
  const found = statements(app.db).findSession.get(id);
  if (!found) return null;
  const { userId, version, expiresAt, provenAt } = found;
  const now = app.now();
  if (expiresAt <= now) return null;
  return { id, userId, version, isAging: isAging(found, now), provenAt };
}

export function requireSession(app: App, cookie: string | null): Session {
  const session = findSession(app, cookie);
  if (!session) throw signedOut();
  return session;
}

export const markProven = (app: App, id: string): void =>
  void statements(app.db).prove.run({ id, now: app.now() });

/** Such a sign-in is no fresh proof by itself: the provider may not have asked the person for anything. */
export const markByProvider = (
  app: App,
  cookie: string,
  { session, proven }: { session: string; proven: boolean },
): void =>
  void statements(app.db).markByProvider.run({
    id: findSession(app, cookie)?.id ?? '',
    session,
    proven: Number(proven),
  });

/**
 * Also returns true if more than a whole life is left, which happens if the clock was ahead when the end was
 * set (docs/product/operators.md: Clock).
 */
function isAging({ expiresAt, createdAt }: Row, now: number): boolean {
  const left = expiresAt - now;
  return left > SESSION_MS || (left <= SESSION_MS / 2 && expiresAt !== createdAt + LONGEST_MS);
}

export async function revokeSession(app: App, cookie: string | null): Promise<string> {
  const token = readToken(app, cookie);
  if (token) await lucia(app).invalidateSession(token);
  return lucia(app).createBlankSessionCookie().serialize();
}

export function endReasonOf(app: App, cookie: string | null): EndReason | null {
  const token = readToken(app, cookie);
  return token ? findEndReason(app, hash(token)) : null;
}

export async function deleteExpiredSessions(app: App): Promise<void> {
  recordEnd(app, 'expired', { expiredAt: app.now() });
  await lucia(app).deleteExpiredSessions();
  forgetOldEnds(app);
}

export function closeEndedSockets(app: App): void {
  const { sessions } = app.hub;
  if (sessions.length === 0) return;
  const open = statements(app.db).findUnexpired.all({ ids: JSON.stringify(sessions), now: app.now() });
  const ids = new Set(open.map(({ id }) => id));
  for (const session of sessions)
    if (!ids.has(session)) app.hub.close(session, CLOSE_CODES.signedOut, 'Signed out');
}

/**
 * Lucia's own reader is not used, because it throws if any cookie, even one of another program, contains a
 * stray "%".
 */
const readToken = (app: App, cookie: string | null) => cookie && tokenPattern(app).exec(cookie)?.[1];

const tokenPattern = perApp((app) => new RegExp(`(?:^|; ?)${sessionCookieName(app)}=([\\w-]+)`));

const hash = (token: string): string => Bun.SHA256.hash(token, 'base64url');

/**
 * The table contains hashes instead of the tokens, so that a stolen database does not let anybody sign in.
 */
function adapter(app: App): Adapter {
  const { db } = app;
  return {
    async getSessionAndUser(token) {
      const found = statements(db).findSession.get(hash(token));
      if (!found) return [null, null];
      const user = findUser(app, found.userId);
      return [
        { id: token, userId: found.userId, expiresAt: new Date(endForLucia(found)), attributes: {} },
        user && { id: user.id, attributes: user },
      ];
    },
    async setSession({ id: token, userId, expiresAt }) {
      statements(db).addSession.run({
        id: hash(token),
        userId,
        expiresAt: expiresAt.getTime(),
        now: app.now(),
      });
    },
    async updateSessionExpiration(token, expiresAt) {
      ignoreDiskErrors(() =>
        statements(db).extendSession.run({
          id: hash(token),
          expiresAt: expiresAt.getTime(),
          now: app.now(),
        }),
      );
    },
    async deleteSession(token) {
      // Lucia also calls this function when an expired session is used, so the expiry is recorded here too
      recordEnd(app, 'expired', { expiredAt: app.now() });
      statements(db).deleteSession.run({ id: hash(token) });
    },
    async deleteExpiredSessions() {
      statements(db).deleteExpired.run({ now: Date.now() });
    },
    getUserSessions: unused,
    deleteUserSessions: unused,
  };
}

/** Lucia extends exactly those sessions of which at most half a life is left. */
function endForLucia(row: Row): number {
  const now = Date.now();
  if (row.expiresAt <= now) return row.expiresAt;
  return now + (isAging(row, now) ? Math.min(row.expiresAt - now, SESSION_MS / 2) : SESSION_MS);
}

function unused(): never {
  throw new Error('The sessions of a user are deleted together with the account, by a foreign key.');
}

type Row = { expiresAt: number; createdAt: number };
type SessionRow = Row & { userId: number; version: number; provenAt: number };

const statements = prepared(({ $client }) => ({
  findSession: $client.prepare<SessionRow, [string]>(`
    select s.user_id as userId, u.version, s.expires_at as expiresAt, s.created_at as createdAt,
           s.proven_at as provenAt
      from sessions s cross join users u on u.id = s.user_id where s.id = +?`),
  findUnexpired: $client.prepare<{ id: string }, { ids: string; now: number }>(`
    select s.id from json_each($ids) asked cross join sessions s on s.id = asked.value where s.expires_at > +$now
    union all
    select t.hash from json_each($ids) asked cross join access_tokens t on t.hash = asked.value
     where t.expires_at is null or t.expires_at > +$now`),
  addSession: $client.prepare<unknown, { id: string; userId: number; expiresAt: number; now: number }>(`
    insert into sessions (id, number, user_id, expires_at, created_at, proven_at)
    values ($id, abs(random()) >> 17, $userId, $expiresAt, $now, $now)`),
  // a time of creation that is still to come was stored while the clock was ahead
  extendSession: $client.prepare<unknown, { id: string; expiresAt: number; now: number }>(`
    update sessions set created_at = min(created_at, $now),
           expires_at = min($expiresAt, min(created_at, $now) + ${LONGEST_MS})
     where id = $id`),
  prove: $client.prepare<unknown, { id: string; now: number }>(`
    update sessions set proven_at = $now where id = $id`),
  markByProvider: $client.prepare<unknown, { id: string; session: string; proven: number }>(
    'update sessions set provider_session = $session, proven_at = proven_at * $proven where id = $id',
  ),
  deleteSession: $client.prepare<unknown, { id: string }>('delete from sessions where id = $id'),
  deleteExpired: $client.prepare<unknown, { now: number }>('delete from sessions where expires_at <= $now'),
}));
