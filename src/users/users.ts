import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { type User, users } from '../../db/schema';
import type { App } from '../app';
import { PLACEHOLDER_NAME } from '../contract/limits';
import { maskPhone } from '../contract/people';
import type { Profile, ProfileInput } from '../contract/users';
import { VisibleError } from '../errors';
import { toE164 } from '../phone';
import { bumpViewersOfUser } from './versions';

const byPhone = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.phone, sql.placeholder('phone')))
    .prepare(),
);

const byId = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
);

/** What a person typed as a phone number, as E.164; 400 if it is none. */
export function parsePhone(app: App, typed: string): string {
  const phone = toE164(typed, app.config.defaultCountry);
  if (!phone) throw new VisibleError('BAD_REQUEST', 'That is not a phone number.');
  return phone;
}

/** Who has this E.164 number, or null. */
export const findUserByPhone = (app: App, phone: string): User | null =>
  byPhone(app.db).get({ phone }) ?? null;

/** Whose account this is, or null when it has ended. */
export const findUser = (app: App, id: number): User | null => byId(app.db).get({ id }) ?? null;

/** The account of a number that has proved itself by a text or a code; made if there is none. */
export function findOrCreateUser(app: App, phone: string): { user: User; isNew: boolean } {
  return transaction(app.db, () => {
    const known = findUserByPhone(app, phone);
    if (known) return { user: known, isNew: false };
    const inviteCode = randomBytes(6).toString('base64url');
    const user = insertUser(app.db).get({ phone, inviteCode, createdAt: app.now() });
    return { user, isNew: true };
  });
}

const insertUser = prepared((db) =>
  db
    .insert(users)
    .values({
      phone: sql.placeholder('phone'),
      inviteCode: sql.placeholder('inviteCode'),
      createdAt: sql.placeholder('createdAt'),
    })
    .returning()
    .prepare(),
);

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
    bumpViewersOfUser(app, user.id);
    return saved;
  });
}

/** The account that an operator names by its number, in any spelling. */
export function requireUserByPhone(app: App, typed: string): User {
  const phone = parsePhone(app, typed);
  const user = findUserByPhone(app, phone);
  if (!user) throw new VisibleError('NOT_FOUND', `${phone} has no account yet.`);
  return user;
}

/** Notes that they were here: a sign-in or a message. */
export const markActive = (app: App, userId: number) => touched(app.db).run({ at: app.now(), id: userId });

const touched = prepared((db) =>
  db.$client.prepare<unknown, { at: number; id: number }>(
    'update users set last_active_at = $at where id = $id',
  ),
);

type Named = Pick<User, 'firstName' | 'lastName' | 'phone'>;

/** A first or last name as other people read it: the placeholder of a skipped setup is none (design 5). */
export const withoutPlaceholder = (name: string | null) => (name === PLACEHOLDER_NAME ? null : name);

/** The name other people read. Without one, the masked number (design 5). */
export function publicName({ firstName, lastName, phone }: Named): string {
  return [firstName, lastName].filter(withoutPlaceholder).join(' ') || maskPhone(phone);
}

const NAME_IN_TEXT_MAX = 20;

/**
 * The name as it may stand in a text that we send: one short line with nothing in it that a phone would make a
 * link of. The mask and what phones write for an apostrophe are in characters that do not double the text's price.
 */
export function nameInText(who: Named): string {
  const name = [who.firstName, who.lastName]
    .filter(withoutPlaceholder)
    .join(' ')
    .normalize('NFKC')
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .trim();
  const short = [...name].slice(0, NAME_IN_TEXT_MAX).join('').trim();
  return short || maskPhone(who.phone).replaceAll('•', '*');
}

/** The name, or null without one, for people who may not even read the masked number. */
export const nameOrNull = ({ firstName, lastName }: Named): string | null =>
  [firstName, lastName].filter(withoutPlaceholder).join(' ') || null;

/** Users as they see themselves. */
export const toProfile = (user: User): Profile => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  displayName: [user.firstName, user.lastName].filter(Boolean).join(' ') || null,
  avatarUrl: user.avatarUrl,
  phoneNumber: user.phone,
});
