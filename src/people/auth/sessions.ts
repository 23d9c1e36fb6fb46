import { randomBytes } from 'node:crypto';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { prepared } from '../../../db/open';
import type { User } from '../../../db/schema';
import { type App, perApp } from '../../app/app';
import { ignoreDiskErrors } from '../../app/disk-errors';
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

const lucia = perApp(createLucia);

function createLucia(app: App) {
  const secure = app.publicUrl.startsWith('https:');
  return new Lucia(adapter(app), {
    sessionExpiresIn: new TimeSpan(SESSION_DAYS, 'd'),
    // because of the prefix __Host-, a browser refuses a cookie that another host of the same domain has set
    sessionCookie: {
      name: secure ? '__Host-session' : 'session',
      attributes: { secure, sameSite: 'lax', path: '/' },
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
};

export function findSession(app: App, cookie: string | null): Session | null {
  const token = readToken(app, cookie);
  if (!token) return null;
  const id = hash(token);
  const found = statements(app.db).findSession.get(id);
  if (!found) return null;
  const { userId, version, expiresAt } = found;
  const now = app.now();
  if (expiresAt <= now) return null;
  return { id, userId, version, isAging: isAging(expiresAt, now) };
}

/**
 * Also returns true if more than a whole life is left, which happens if the clock was ahead when the end was
 * set (docs/product/operators.md: Clock).
 */
const isAging = (expiresAt: number, now: number): boolean =>
  expiresAt - now <= SESSION_MS / 2 || expiresAt - now > SESSION_MS;

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
      const { userId, expiresAt } = found;
      const user = findUser(app, userId);
      // Lucia extends a session only if at most half of its life is left. If more than a whole life is left,
      // the clock was wrong, and the session must be extended too. So for each aging session, Lucia gets an
      // end that is at most half a life from now
      const end = isAging(expiresAt, Date.now())
        ? Math.min(expiresAt, Date.now() + SESSION_MS / 2)
        : expiresAt;
      return [
        { id: token, userId, expiresAt: new Date(end), attributes: {} },
        user && { id: userId, attributes: user },
      ];
    },
    async setSession({ id: token, userId, expiresAt }) {
      statements(db).addSession.run({
        id: hash(token),
        userId,
        expiresAt: expiresAt.getTime(),
        now: Date.now(),
      });
    },
    async updateSessionExpiration(token, expiresAt) {
      ignoreDiskErrors(() =>
        statements(db).extendSession.run({ id: hash(token), expiresAt: expiresAt.getTime() }),
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

function unused(): never {
  throw new Error('The sessions of a user are deleted together with the account, by a foreign key.');
}

const statements = prepared(({ $client }) => ({
  findSession: $client.prepare<{ userId: number; version: number; expiresAt: number }, [string]>(`
    select s.user_id as userId, u.version, s.expires_at as expiresAt
      from sessions s cross join users u on u.id = s.user_id where s.id = +?`),
  findUnexpired: $client.prepare<{ id: string }, { ids: string; now: number }>(`
    select s.id from json_each($ids) asked cross join sessions s on s.id = asked.value where s.expires_at > +$now
    union all
    select t.hash from json_each($ids) asked cross join access_tokens t on t.hash = asked.value
     where t.expires_at is null or t.expires_at > +$now`),
  addSession: $client.prepare<unknown, { id: string; userId: number; expiresAt: number; now: number }>(`
    insert into sessions (id, number, user_id, expires_at, created_at)
    values ($id, abs(random()) >> 17, $userId, $expiresAt, $now)`),
  extendSession: $client.prepare<unknown, { id: string; expiresAt: number }>(`
    update sessions set expires_at = $expiresAt where id = $id`),
  deleteSession: $client.prepare<unknown, { id: string }>('delete from sessions where id = $id'),
  deleteExpired: $client.prepare<unknown, { now: number }>('delete from sessions where expires_at <= $now'),
}));
