import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { type User, users } from '../../db/schema';
import type { App } from '../app';
import { PLACEHOLDER_NAME } from '../contract/limits';
import { maskPhone } from '../contract/phone';
import type { Profile, ProfileInput } from '../contract/users';
import { VisibleError } from '../errors';
import { toE164 } from '../phone';

const byPhone = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.phone, sql.placeholder('phone')))
    .prepare(),
);

/** Who has this E.164 number, or null. */
export const findByPhone = (app: App, phone: string): User | null => byPhone(app.db).get({ phone }) ?? null;

/** The account of a number that has proved itself by a text or a code; made if there is none. */
export function ensureUser(app: App, phone: string): { user: User; isNew: boolean } {
  return transaction(app.db, () => {
    const known = findByPhone(app, phone);
    if (known) return { user: known, isNew: false };
    const inviteCode = randomBytes(6).toString('base64url');
    const user = app.db.insert(users).values({ phone, inviteCode, createdAt: app.now() }).returning().get();
    return { user, isNew: true };
  });
}

/** Setup and edit. An empty or absent address removes the picture. */
export function updateProfile(app: App, user: User, { firstName, lastName, avatarUrl }: ProfileInput): User {
  return transaction(app.db, () => {
    const saved = app.db
      .update(users)
      .set({ firstName, lastName, avatarUrl: avatarUrl || null })
      .where(eq(users.id, user.id))
      .returning()
      .get();
    // the name and picture stand on every message of theirs that somebody else sees
    bumpAcquaintances(app, user.id);
    return saved;
  });
}

/** Gives or takes the rights of an operator (design 7). The number in any spelling; it must have an account. */
export function makeOperator(app: App, number: string, operator: boolean): User {
  const phone = toE164(number, app.config.defaultCountry);
  if (!phone) throw new VisibleError('BAD_REQUEST', `${number} is not a phone number.`);
  const user = app.db.update(users).set({ operator }).where(eq(users.phone, phone)).returning().get();
  if (!user)
    throw new VisibleError('NOT_FOUND', `${phone} has no account yet. Text or sign in with it first.`);
  return user;
}

/** Notes that they were here: a sign-in or a message. */
export const touch = (app: App, userId: number) =>
  app.db.update(users).set({ lastActiveAt: app.now() }).where(eq(users.id, userId)).run();

const bump = prepared((db) =>
  db
    .update(users)
    .set({ version: sql`version + 1` })
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
);

/** Tells the polls of one user that something they see has changed. Call it in the transaction that changes it. */
export const bumpVersion = (app: App, userId: number) => bump(app.db).run({ id: userId });

/** The same for everybody who shares a board with this user, themselves included. */
function bumpAcquaintances(app: App, userId: number) {
  app.db.run(sql`
    update users set version = version + 1 where id = ${userId} or id in (
      select theirs.user_id from memberships mine join memberships theirs using (board_id) where mine.user_id = ${userId})`);
}

type Named = Pick<User, 'firstName' | 'lastName' | 'phone'>;

/** The name other people read. Without one, or with the placeholder of a skipped setup: the masked number (design 5). */
export function nameOf({ firstName, lastName, phone }: Named): string {
  const name = [firstName, lastName].filter((part) => part && part !== PLACEHOLDER_NAME).join(' ');
  return name || maskPhone(phone);
}

/** Users as they see themselves. */
export const toProfile = (user: User): Profile => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  displayName: [user.firstName, user.lastName].filter(Boolean).join(' ') || null,
  avatarUrl: user.avatarUrl,
  phoneNumber: user.phone,
});
