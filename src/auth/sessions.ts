import { createHash, randomBytes } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { type Db, prepared } from '../../db/open';
import { sessions, type User, users } from '../../db/schema';
import type { App } from '../app';

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    UserId: number;
    DatabaseUserAttributes: User;
  }
}

/** Days a session lives after it was last used (design 7). */
const SESSION_DAYS = 30;

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
  const { session, user } = await lucia(app).validateSession(token);
  if (!session) return null;
  return { user, setCookie: session.fresh ? lucia(app).createSessionCookie(token).serialize() : undefined };
}

/** Signs out: the session is gone from the database, and the cookie that is answered removes the other half. */
export async function revokeSession(app: App, cookie: string | null): Promise<string> {
  const token = readToken(app, cookie);
  if (token) await lucia(app).invalidateSession(token);
  return lucia(app).createBlankSessionCookie().serialize();
}

/** Lucia's own reader throws when any cookie of the header, even a neighbour's, holds a stray "%". */
const readToken = (app: App, cookie: string | null) =>
  new Bun.CookieMap(cookie ?? '').get(lucia(app).sessionCookieName);

const hash = (token: string) => createHash('sha256').update(token).digest('base64url');

const sessionAndUser = prepared((db) =>
  db
    .select({ expiresAt: sessions.expiresAt, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare(),
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
      db.insert(sessions)
        .values({ id: hash(id), userId, expiresAt: expiresAt.getTime(), createdAt: Date.now() })
        .run();
    },
    async updateSessionExpiration(token, expiresAt) {
      db.update(sessions)
        .set({ expiresAt: expiresAt.getTime() })
        .where(eq(sessions.id, hash(token)))
        .run();
    },
    async deleteSession(token) {
      db.delete(sessions)
        .where(eq(sessions.id, hash(token)))
        .run();
    },
    async deleteUserSessions(userId) {
      db.delete(sessions).where(eq(sessions.userId, userId)).run();
    },
    async deleteExpiredSessions() {
      db.delete(sessions).where(lt(sessions.expiresAt, Date.now())).run();
    },
  };
}
