import { randomBytes } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { bound, type Db, prepared } from '../../db/open';
import { sessions, type User, users } from '../../db/schema';
import type { App } from '../app';
import { OVER } from '../realtime/hub';

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    UserId: number;
    DatabaseUserAttributes: User;
  }
}

/** Days a session lives after it was last used (design 7). */
const SESSION_DAYS = 30;
const DAY_MS = 86_400_000;

const instances = new WeakMap<App, ReturnType<typeof createLucia>>();

function lucia(app: App) {
  const known = instances.get(app);
  if (known) return known;
  const made = createLucia(app);
  instances.set(app, made);
  return made;
}

function createLucia(app: App) {
  const secure = app.publicUrl.startsWith('https:');
  return new Lucia(adapter(app.db), {
    sessionExpiresIn: new TimeSpan(SESSION_DAYS, 'd'),
    // the prefix makes browsers refuse a cookie set by a neighbouring host
    sessionCookie: {
      name: secure ? '__Host-session' : 'session',
      attributes: { secure, sameSite: 'lax', path: '/' },
    },
    getUserAttributes: (user) => user,
  });
}

/** By which name browsers keep a session. */
export const sessionCookieName = (app: App): string => lucia(app).sessionCookieName;

/** Signs a user in: the `Set-Cookie` of a new session. */
export async function createSession(app: App, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await lucia(app).createSession(userId, { createdAt: app.now() }, { sessionId: token });
  return lucia(app).createSessionCookie(token).serialize();
}

/** Whose request this is, and the cookie to send again when the session was half over. */
export async function readSession(
  app: App,
  cookie: string | null,
): Promise<{ user: User; setCookie?: string } | null> {
  const token = readToken(app, cookie);
  if (!token) return null;
  const found = sessionAndUser(app.db).get({ id: hash(token) });
  if (!found) return null;
  if (isFresh(app, found.expiresAt)) return { user: found.user };
  const { session, user } = await lucia(app).validateSession(token); // it has something to decide
  if (!session) return null;
  return { user, setCookie: session.fresh ? lucia(app).createSessionCookie(token).serialize() : undefined };
}

const idAndVersion = prepared((db) =>
  db.$client.prepare<{ id: number; version: number; expiresAt: number }, [string]>(`
    select u.id, u.version, s.expires_at as expiresAt
      from sessions s cross join users u on u.id = s.user_id where s.id = +?`),
);

/** The session a socket is opened in the name of, or null if there is none or it is over. */
export function sessionOf(app: App, cookie: string | null): { id: string; userId: number } | null {
  const token = readToken(app, cookie);
  if (!token) return null;
  const id = hash(token);
  const found = idAndVersion(app.db).get(id);
  return found && found.expiresAt > app.now() ? { id, userId: found.id } : null;
}

const stillOpen = prepared((db) =>
  db.$client.prepare<{ id: string }, { ids: string; now: number }>(`
    select s.id from json_each($ids) asked cross join sessions s on s.id = asked.value where s.expires_at > +$now`),
);

/** Closes the sockets of sessions that are over: signed out, expired, or gone with their account. */
export function closeEnded(app: App): void {
  const { sessions } = app.hub;
  if (sessions.length === 0) return;
  const open = stillOpen(app.db).all({ ids: JSON.stringify(sessions), now: app.now() });
  const ids = new Set(open.map(({ id }) => id));
  for (const session of sessions) if (!ids.has(session)) app.hub.close(session, OVER, 'Signed out');
}

/** Whose session this is, what they last saw and when it ends; null when it is not fresh. */
export function freshSession(app: App, cookie: string) {
  const token = readToken(app, cookie);
  const found = token ? idAndVersion(app.db).get(hash(token)) : null;
  return found && isFresh(app, found.expiresAt) ? found : null;
}

/** Lucia's own reader throws when any cookie of the header, even a neighbour's, holds a stray "%". */
const readToken = (app: App, cookie: string | null): string | null =>
  cookie && new Bun.CookieMap(cookie).get(sessionCookieName(app));

/** In its first half, when it is neither over nor due to be prolonged. */
export const isFresh = (app: App, expiresAt: number) => expiresAt - app.now() > (SESSION_DAYS / 2) * DAY_MS;

/** Signs out: the session is gone from the database, and the cookie that is answered removes the other half. */
export async function revokeSession(app: App, cookie: string | null): Promise<string> {
  const token = readToken(app, cookie);
  if (token) await lucia(app).invalidateSession(token);
  return lucia(app).createBlankSessionCookie().serialize();
}

const hash = (token: string): string => Bun.SHA256.hash(token, 'base64url');

const sessionAndUser = prepared((db) =>
  db
    .select({ expiresAt: sessions.expiresAt, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, bound('id')))
    .prepare(),
);

const add = prepared((db) =>
  db.$client.prepare<unknown, typeof sessions.$inferSelect>(
    'insert into sessions (id, user_id, expires_at, created_at) values ($id, $userId, $expiresAt, $createdAt)',
  ),
);
const prolong = prepared((db) =>
  db.$client.prepare<unknown, { id: string; expiresAt: number }>(
    'update sessions set expires_at = $expiresAt where id = $id',
  ),
);
const end = prepared((db) =>
  db.$client.prepare<unknown, { id: string }>('delete from sessions where id = $id'),
);

/** Lucia knows tokens; the table only their hashes, so that a stolen database opens no account. */
function adapter(db: Db): Adapter {
  return {
    async getSessionAndUser(token) {
      const found = sessionAndUser(db).get({ id: hash(token) });
      if (!found) return [null, null];
      const { user, expiresAt } = found;
      return [
        { id: token, userId: user.id, expiresAt: new Date(expiresAt), attributes: {} },
        { id: user.id, attributes: user },
      ];
    },
    async getUserSessions(userId) {
      const rows = db.select().from(sessions).where(eq(sessions.userId, userId)).all();
      return rows.map((row) => ({ id: row.id, userId, expiresAt: new Date(row.expiresAt), attributes: {} }));
    },
    async setSession({ id, userId, expiresAt }) {
      add(db).run({ id: hash(id), userId, expiresAt: expiresAt.getTime(), createdAt: Date.now() });
    },
    async updateSessionExpiration(token, expiresAt) {
      prolong(db).run({ id: hash(token), expiresAt: expiresAt.getTime() });
    },
    async deleteSession(token) {
      end(db).run({ id: hash(token) });
    },
    async deleteUserSessions(userId) {
      db.delete(sessions).where(eq(sessions.userId, userId)).run();
    },
    async deleteExpiredSessions() {
      db.delete(sessions).where(lt(sessions.expiresAt, Date.now())).run();
    },
  };
}
