import { eq, lt, sql } from 'drizzle-orm';
import { prepared, replacing, transaction } from '../../db/open';
import { invites, type User, users } from '../../db/schema';
import type { App } from '../app';
import { VisibleError } from '../errors';
import { enqueue } from '../outbox/outbox';
import { existingAccountText, inviteAcceptedText, inviteText } from '../outbox/texts';
import { mayText, toE164 } from '../phone';
import { chargeRateLimits } from '../rate-limits';
import { findOrCreateUser, findUser, findUserByPhone } from '../users/users';

/** How long YES answers an invite. */
const LIFE_MS = 24 * 3_600_000;
const KEPT_MS = 30 * LIFE_MS;

/** Whose code it is. 400 for a code that is nobody's. */
export function inviterByCode(app: App, code: string): User {
  const inviter = byCode(app.db).get({ code });
  if (!inviter) throw new VisibleError('BAD_REQUEST', 'This invite link is not valid.');
  return inviter;
}

const byCode = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.inviteCode, sql.placeholder('code')))
    .prepare(),
);

/** The link that a person passes on (profile page). */
export const ownInvite = (app: App, { inviteCode }: User) => ({
  code: inviteCode,
  url: `${app.publicUrl}/join/${inviteCode}`,
});

/**
 * Texts an invite to a number that somebody has entered on the landing page. Whoever has an account already is
 * told so by text and nowhere else: neither what we answer nor what we do differs. Throws 400 for a wrong
 * code and for a number that we cannot text, 429 past a limit.
 */
export function submitInvite(
  app: App,
  { phoneNumber, inviteCode, address }: { phoneNumber: string; inviteCode: string; address: string | null },
): void {
  const inviter = inviterByCode(app, inviteCode);
  const phone = toE164(phoneNumber, app.config.defaultCountry);
  if (!phone) throw new VisibleError('BAD_REQUEST', 'That is not a phone number.');
  if (!mayText(phone, app.config.allowedCountries))
    throw new VisibleError('BAD_REQUEST', 'We cannot text this number.');
  transaction(app.db, () => {
    chargeRateLimits(app, {
      'invite to a number': phone,
      'invite to a number a day': phone,
      'invite by a person a day': inviter.id,
      'invite from an address': address,
    });
    const known = findUserByPhone(app, phone);
    const body = known ? existingAccountText(app) : inviteText(app, inviter);
    const createdAt = app.now();
    if (!known) keep(app.db).run({ phone, inviterId: inviter.id, expiresAt: createdAt + LIFE_MS, createdAt });
    enqueue(app, { to: phone, kind: 'invite', body });
  });
}

const keep = replacing(invites, invites.phone);

/**
 * YES or JOIN from a number: makes the account of one that was invited within a day and tells the inviter.
 * `ended`: there was an invite, but too long ago. Null without one.
 */
export function acceptInvite(app: App, phone: string): { user: User; isNew: boolean } | 'ended' | null {
  const invite = toPhone(app.db).get({ phone });
  if (!invite) return null;
  if (invite.expiresAt <= app.now()) return 'ended';
  drop(app.db).run({ phone });
  const account = findOrCreateUser(app, phone);
  if (account.isNew) {
    const inviter = findUser(app, invite.inviterId);
    if (inviter) enqueue(app, { to: inviter.phone, kind: 'invite', body: inviteAcceptedText(app, phone) });
  }
  return account;
}

const toPhone = prepared((db) =>
  db
    .select()
    .from(invites)
    .where(eq(invites.phone, sql.placeholder('phone')))
    .prepare(),
);
const drop = prepared((db) =>
  db.$client.prepare<unknown, { phone: string }>('delete from invites where phone = $phone'),
);

/** Forgets the numbers of people who never answered. Until then a late YES is told that it is late. */
export const deleteOldInvites = (app: App) =>
  app.db
    .delete(invites)
    .where(lt(invites.expiresAt, app.now() - KEPT_MS))
    .run();
