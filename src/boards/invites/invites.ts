import { prepared, transaction } from '../../../db/open';
import type { invites, User } from '../../../db/schema';
import type { App } from '../../app/app';
import { isAhead } from '../../app/clock';
import { VisibleError } from '../../app/errors';
import { mayText, toE164 } from '../../app/phone';
import { chargeRateLimits } from '../../app/rate-limits';
import { isBlocked } from '../../outbox/blocked-numbers';
import { requireBudget } from '../../outbox/budget';
import { recordAgreement } from '../../outbox/consent';
import { enqueue } from '../../outbox/outbox';
import { sentencePush } from '../../outbox/push-words';
import { existingAccountText, inviteAcceptedText, inviteText } from '../../outbox/texts';
import { mayEnter, requireMayBringPeople } from '../../people/sign-up';
import { findOrCreateUser, findUser, findUserByPhone } from '../../people/users';
import { hasBlocked } from '../blocking';
import { findBoardById } from '../boards';
import {
  BOARD_INVITE_MS,
  endExpiredBoardInvites,
  type JoinedBoard,
  joinBoards,
  takeBoardInvites,
} from './board-invites';

const EXPIRES_AFTER_MS = 24 * 3_600_000;
/** So that a late YES gets the answer that the invite has expired. */
const KEPT_MS = 30 * 24 * 3_600_000;

export const ownInvite = (app: App, { inviteCode }: User) => ({
  code: inviteCode,
  url: `${app.publicUrl}/join/${inviteCode}`,
});

export function inviterByCode(app: App, code: string): User {
  const found = statements(app.db).findInviter.get({ code });
  const inviter = found && findUser(app, found.id);
  if (!inviter || isBlocked(app, inviter.phone))
    throw new VisibleError('invite_link_invalid', 'This invite link is not valid.');
  requireMayBringPeople(app, inviter);
  return inviter;
}

/** Strangers must not learn whether the number has an account (docs/product/members.md: Invitations). */
export function submitInvite(
  app: App,
  { phoneNumber, inviteCode, address }: { phoneNumber: string; inviteCode: string; address: string | null },
): void {
  const inviter = inviterByCode(app, inviteCode);
  const phone = toE164(phoneNumber, app.config.defaultCountry);
  if (!phone) throw new VisibleError('number_invalid', 'That is not a phone number.');
  if (!mayText(phone, app.config.allowedCountries))
    throw new VisibleError('number_not_textable', 'We cannot text this number.');
  requireBudget(app);
  transaction(app.db, () => {
    chargeRateLimits(app, {
      'invite to a number': phone,
      'invite to a number a day': phone,
      'invite by a person a day': inviter.id,
      'invite from an address': address,
    });
    const user = findUserByPhone(app, phone);
    if (user) {
      if (!hasBlocked(app, user, inviter))
        enqueue(app, { to: phone, kind: 'invite', cause: inviter.id, body: existingAccountText(app) });
      return;
    }
    const createdAt = app.now();
    const invite = { phone, inviterId: inviter.id, expiresAt: createdAt + EXPIRES_AFTER_MS, createdAt };
    statements(app.db).replaceInvite.run(invite);
    enqueue(app, { to: phone, kind: 'invite', cause: inviter.id, body: inviteText(app, inviter) });
  });
}

export function acceptInvite(
  app: App,
  phone: string,
): { user: User; isNew: boolean; boards: JoinedBoard[] } | 'expired' | 'turned away' | null {
  return transaction(app.db, () => {
    if (!mayEnter(app, phone)) return 'turned away';
    const invite = statements(app.db).findInvite.get({ phone });
    const isOpen = invite !== null && isAhead(app, invite.expiresAt, EXPIRES_AFTER_MS);
    const toBoards = takeBoardInvites(app, phone);
    if (!invite && !toBoards) return null;
    if (!isOpen && !toBoards?.length) return 'expired';
    statements(app.db).deleteInvite.run({ phone });
    const account = findOrCreateUser(app, phone);
    const inviterIds = [
      ...(isOpen ? [invite.inviterId] : []),
      ...(toBoards ?? []).map((one) => one.inviter.id),
    ];
    for (const inviterId of new Set(inviterIds)) recordAgreement(app, phone, { act: 'invite', inviterId });
    const boards = joinBoards(app, account.user, toBoards ?? []);
    const inviter = account.isNew && isOpen && findUser(app, invite.inviterId);
    if (inviter && !boards.some(({ owner }) => owner.id === inviter.id)) {
      const body = inviteAcceptedText(app, phone);
      const push = sentencePush(app, body);
      enqueue(app, { to: inviter.phone, kind: 'invite', cause: account.user.id, body, push });
    }
    return { ...account, boards };
  });
}

/** Null if the number was not invited, or has accepted. */
export function invitationOf(app: App, phone: string): 'open' | 'expired' | null {
  const { expiresAt } = statements(app.db).findLatest.get({ phone })!;
  if (expiresAt === null) return null;
  return isAhead(app, expiresAt, BOARD_INVITE_MS) ? 'open' : 'expired';
}

/** The newest one that waits; `tag`: the board, if it is to one. */
export function pendingInvitation(
  app: App,
  phone: string,
): { inviter: User; tag: string | null; createdAt: number } | null {
  const found = statements(app.db).findPending.get({ phone, now: app.now() });
  const inviter = found && findUser(app, found.inviterId);
  if (!inviter || isBlocked(app, inviter.phone)) return null;
  const board = found.boardId === null ? null : findBoardById(app, inviter, found.boardId);
  return { inviter, tag: board?.shared ? board.tag : null, createdAt: found.createdAt };
}

export function deleteOldInvites(app: App): void {
  endExpiredBoardInvites(app);
  statements(app.db).deleteExpiredBefore.run({ before: app.now() - KEPT_MS });
}

type Invite = typeof invites.$inferSelect;

const statements = prepared(({ $client }) => ({
  findInviter: $client.prepare<{ id: number }, { code: string }>(`
    select id from users where invite_code = $code`),
  findInvite: $client.prepare<Pick<Invite, 'inviterId' | 'expiresAt'>, { phone: string }>(`
    select inviter_id as inviterId, expires_at as expiresAt from invites where phone = $phone`),
  findLatest: $client.prepare<{ expiresAt: number | null }, { phone: string }>(`
    select max(expires_at) as expiresAt from (
      select expires_at from invites where phone = $phone
      union all select expires_at from board_invites where phone = $phone)`),
  findPending: $client.prepare<
    { inviterId: number; boardId: number | null; createdAt: number },
    { phone: string; now: number }
  >(`
    select * from (
      select inviter_id as inviterId, null as boardId, created_at as createdAt from invites
       where phone = $phone and expires_at > $now
      union all select inviter_id, board_id, created_at from board_invites
       where phone = $phone and expires_at > $now and board_id is not null)
     order by createdAt desc limit 1`),
  replaceInvite: $client.prepare<unknown, Invite>(`
    insert into invites (phone, inviter_id, expires_at, created_at)
    values ($phone, $inviterId, $expiresAt, $createdAt)
        on conflict (phone) do update
       set inviter_id = $inviterId, expires_at = $expiresAt, created_at = $createdAt`),
  deleteInvite: $client.prepare<unknown, { phone: string }>('delete from invites where phone = $phone'),
  deleteExpiredBefore: $client.prepare<unknown, { before: number }>(`
    delete from invites where expires_at < $before`),
}));
