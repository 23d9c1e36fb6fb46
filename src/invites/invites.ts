import { eq, lt } from 'drizzle-orm';
import { transaction } from '../../db/open';
import { invites, type User, users } from '../../db/schema';
import type { App } from '../app';
import { VisibleError } from '../errors';
import { enqueue } from '../outbox/outbox';
import { existingAccountText, inviteAcceptedText, inviteText } from '../outbox/texts';
import { mayText, toE164 } from '../phone';
import { chargeRateLimits } from '../rate-limits';
import { findOrCreateUser, findUser, findUserByPhone } from '../users/users';

/** Time in which YES accepts an invite. */
const EXPIRES_AFTER_MS = 24 * 3_600_000;
/** Time in which a late YES is told that the invite has expired. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Returns a user's own invite code, and the link with it that the user passes on. */
export const ownInvite = (app: App, { inviteCode }: User) => ({
  code: inviteCode,
  url: `${app.publicUrl}/join/${inviteCode}`,
});

/** Returns the user whose invite code this is. Throws BAD_REQUEST if it is nobody's. */
export function inviterByCode(app: App, code: string): User {
  const inviter = app.db.select().from(users).where(eq(users.inviteCode, code)).get();
  if (!inviter) throw new VisibleError('BAD_REQUEST', 'This invite link is not valid.');
  return inviter;
}

/**
 * Texts an invite to a number that was entered on the join page (docs/product.md: Invitations). A number that has an
 * account is told so by text and not in the answer, which must not tell strangers who has one. Throws BAD_REQUEST for
 * a wrong code and for a number that may not be texted, TOO_MANY_REQUESTS past a rate limit.
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
    if (findUserByPhone(app, phone)) {
      enqueue(app, { to: phone, kind: 'invite', body: existingAccountText(app) });
      return;
    }
    const createdAt = app.now();
    const invite = { phone, inviterId: inviter.id, expiresAt: createdAt + EXPIRES_AFTER_MS, createdAt };
    app.db.insert(invites).values(invite).onConflictDoUpdate({ target: invites.phone, set: invite }).run();
    enqueue(app, { to: phone, kind: 'invite', body: inviteText(app, inviter) });
  });
}

/**
 * Accepts the invite of a number: makes its account and tells the inviter. Returns 'expired' for an invite that has
 * expired, null without one.
 */
export function acceptInvite(app: App, phone: string): { user: User; isNew: boolean } | 'expired' | null {
  return transaction(app.db, () => {
    const invite = app.db.select().from(invites).where(eq(invites.phone, phone)).get();
    if (!invite) return null;
    if (invite.expiresAt <= app.now()) return 'expired';
    app.db.delete(invites).where(eq(invites.phone, phone)).run();
    const account = findOrCreateUser(app, phone);
    const inviter = account.isNew && findUser(app, invite.inviterId);
    if (inviter) enqueue(app, { to: inviter.phone, kind: 'invite', body: inviteAcceptedText(app, phone) });
    return account;
  });
}

/** Deletes the invites that expired a month ago. */
export function deleteOldInvites(app: App): void {
  app.db
    .delete(invites)
    .where(lt(invites.expiresAt, app.now() - KEPT_MS))
    .run();
}
