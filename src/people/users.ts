import { randomBytes } from 'node:crypto';
import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import { toE164, toPresentForm } from '../app/phone';
import { avatarUrlOf, publicName } from '../contract/people';
import type { Profile, ProfileInput } from '../contract/users';
import { stoppedAt } from '../outbox/outbox';
import { bumpViewersOfUser } from './versions';

export function parsePhone(app: App, typed: string): string {
  const phone = toE164(typed, app.config.defaultCountry);
  if (!phone) throw new VisibleError('number_invalid', 'That is not a phone number.');
  return phone;
}

export function findUserByPhone(app: App, phone: string): User | null {
  const row = statements(app.db).findByPhone.get({ phone });
  return row && toUser(row);
}

export const listOldNumbers = (app: App): { phone: string; present: string }[] =>
  statements(app.db)
    .listNumbers.all()
    .map(({ phone }) => ({ phone, present: toPresentForm(phone) }))
    .filter(({ phone, present }) => phone !== present);

export function findUser(app: App, id: number): User | null {
  const row = statements(app.db).findById.get({ id });
  return row && toUser(row);
}

/**
 * The caller must have proof that the person has this number: a text from the number, or a code that was sent
 * to it.
 */
export function findOrCreateUser(app: App, phone: string): { user: User; isNew: boolean } {
  return transaction(app.db, () => {
    const user = findUserByPhone(app, phone);
    if (user) return { user, isNew: false };
    const inviteCode = randomBytes(6).toString('base64url');
    const row = statements(app.db).insertUser.get({ phone, inviteCode, createdAt: app.now() })!;
    return { user: toUser(row), isNew: true };
  });
}

/** Any other `avatarUrl` replaces the picture, even an uploaded photo. */
export function updateProfile(
  app: App,
  user: User,
  { firstName, lastName, avatarUrl, asksBeforeEmbeds }: ProfileInput,
): User {
  return transaction(app.db, () => {
    const row = statements(app.db).updateProfile.get({
      id: user.id,
      firstName,
      lastName,
      avatarUrl: avatarUrl || null,
      asks: asksBeforeEmbeds ?? null,
    })!;
    statements(app.db).deleteReplacedPhoto.run({ id: user.id });
    bumpViewersOfUser(app, user.id);
    return toUser(row);
  });
}

/** By text one name is enough. */
export function setName(
  app: App,
  user: User,
  { firstName, lastName }: Pick<User, 'firstName' | 'lastName'>,
): void {
  transaction(app.db, () => {
    statements(app.db).setName.run({ id: user.id, firstName, lastName });
    bumpViewersOfUser(app, user.id);
  });
}

export const markNameAsked = (app: App, { id }: User) => statements(app.db).markNameAsked.run({ id });

/**
 * An account that still has an old form of its number (docs/product/people.md: Phone numbers) is found only
 * by exactly this form.
 */
export function requireUserByPhone(app: App, typed: string): User {
  const phone = parsePhone(app, typed);
  const user = findUserByPhone(app, typed.trim()) ?? findUserByPhone(app, phone);
  if (!user) throw new VisibleError('account_not_found', `${phone} has no account yet.`);
  return user;
}

export const setOperatorClaim = (app: App, userId: number, claim: string | null) =>
  statements(app.db).setOperatorClaim.run({ id: userId, claim });

export const markActive = (app: App, userId: number) =>
  statements(app.db).setLastActive.run({ id: userId, now: app.now() });

export const toProfile = (app: App, user: User): Profile => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  displayName: publicName(user),
  // an uploaded photo has no URL of its own
  avatarUrl: user.avatarUrl?.startsWith('http') ? user.avatarUrl : null,
  pictureUrl: avatarUrlOf(user),
  phoneNumber: user.phone,
  asksBeforeEmbeds: user.asksBeforeEmbeds,
  timeZone: user.timeZone,
  textsStoppedAt: toTime(stoppedAt(app, user.phone)),
  createdAt: new Date(user.createdAt).toISOString(),
});

const toTime = (at: number | null) => (at === null ? null : new Date(at).toISOString());

type Flag = 'operator' | 'asksBeforeEmbeds' | 'pushOfferHidden' | 'nameAsked' | 'byMail';
type UserRow = Omit<User, Flag> & Record<Flag, number>;

const toUser = (row: UserRow): User => ({
  ...row,
  operator: row.operator === 1,
  asksBeforeEmbeds: row.asksBeforeEmbeds === 1,
  pushOfferHidden: row.pushOfferHidden === 1,
  nameAsked: row.nameAsked === 1,
  byMail: row.byMail === 1,
});

const COLUMNS = `
  id, phone, first_name as firstName, last_name as lastName, avatar_url as avatarUrl, invite_code as inviteCode,
  operator, version, reload_version as reloadVersion, last_active_at as lastActiveAt,
  asks_before_embeds as asksBeforeEmbeds, time_zone as timeZone, calendar, push_offer_hidden as pushOfferHidden,
  name_asked as nameAsked, mail_address as mailAddress, mail_confirmed_at as mailConfirmedAt, by_mail as byMail,
  mail_failures as mailFailures, operator_claim as operatorClaim, created_at as createdAt`;

const statements = prepared(({ $client }) => ({
  findByPhone: $client.prepare<UserRow, { phone: string }>(
    `select ${COLUMNS} from users where phone = $phone`,
  ),
  // in the country codes 52, 54 and 55, mobile numbers have old forms
  listNumbers: $client.prepare<{ phone: string }, []>(
    "select phone from users where phone glob '+5[245]*' order by phone",
  ),
  findById: $client.prepare<UserRow, { id: number }>(`select ${COLUMNS} from users where id = $id`),
  insertUser: $client.prepare<UserRow, { phone: string; inviteCode: string; createdAt: number }>(`
    insert into users (phone, invite_code, created_at) values ($phone, $inviteCode, $createdAt)
    returning ${COLUMNS}`),
  updateProfile: $client.prepare<
    UserRow,
    Pick<User, 'id' | 'firstName' | 'lastName' | 'avatarUrl'> & { asks: boolean | null }
  >(`
    update users
       set first_name = $firstName, last_name = $lastName, 
           avatar_url = coalesce($avatarUrl, iif(avatar_url glob 'photo:*', avatar_url, null)),
           asks_before_embeds = coalesce($asks, asks_before_embeds)
     where id = $id
    returning ${COLUMNS}`),
  setName: $client.prepare<unknown, Pick<User, 'id' | 'firstName' | 'lastName'>>(
    'update users set first_name = $firstName, last_name = $lastName where id = $id',
  ),
  markNameAsked: $client.prepare<unknown, { id: number }>('update users set name_asked = 1 where id = $id'),
  deleteReplacedPhoto: $client.prepare<unknown, { id: number }>(`
    delete from avatars where user_id = $id and url glob 'photo:*'
       and url is not (select avatar_url from users where id = $id)`),
  setOperatorClaim: $client.prepare<unknown, { id: number; claim: string | null }>(
    'update users set operator_claim = $claim where id = $id and operator_claim is not $claim',
  ),
  setLastActive: $client.prepare<unknown, { id: number; now: number }>(
    'update users set last_active_at = $now where id = $id',
  ),
}));
