import { prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { isAhead } from '../../app/clock';
import { notFound, VisibleError } from '../../app/errors';
import { mayText } from '../../app/phone';
import { chargeRateLimits } from '../../app/rate-limits';
import type { BoardInvite, BoardInviteSent } from '../../contract/invites';
import { formatPhone } from '../../contract/people';
import { type Done, succeeded } from '../../contract/text';
import { isBlocked } from '../../outbox/blocked-numbers';
import { requireBudget } from '../../outbox/budget';
import { dropText, enqueue, hasStopped } from '../../outbox/outbox';
import { boardPush } from '../../outbox/push-words';
import { boardInviteAcceptedText, boardInviteText } from '../../outbox/texts';
import { requireMayBringPeople } from '../../people/sign-up';
import { findUser, findUserByPhone, parsePhone } from '../../people/users';
import { bumpUser } from '../../people/versions';
import { hasBlocked } from '../blocking';
import { type Board, findBoardById, requireBoard, requireOwner, requireSharedBoard } from '../boards';
import {
  addMember,
  convertAndInvite,
  convertToShared,
  findInvitable,
  invite,
  requireConvertibleBoard,
} from '../sharing';

export const BOARD_INVITE_MS = 30 * 24 * 3_600_000;
/** So that a late YES gets the answer that the invitation has ended. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** A number with an account becomes a member at once. */
export function inviteByText(app: App, user: User, tag: string, phoneNumber: string): BoardInviteSent {
  const board = requireOwner(requireBoard(app, user, tag, 'shared'), 'invite people');
  const phone = parsePhone(app, phoneNumber);
  if (findInvitable(app, user, phone)) return { ...invite(app, user, tag, phone), pending: false };
  return transaction(app.db, () => textInvite(app, user, board, phone));
}

export function convertAndInviteByText(
  app: App,
  user: User,
  tag: string,
  phoneNumber: string,
): BoardInviteSent {
  const board = requireConvertibleBoard(app, user, tag);
  const phone = parsePhone(app, phoneNumber);
  if (findInvitable(app, user, phone)) return { ...convertAndInvite(app, user, tag, phone), pending: false };
  return transaction(app.db, () => {
    convertToShared(app, board);
    return textInvite(app, user, board, phone);
  });
}

function textInvite(app: App, inviter: User, board: Board, phone: string): BoardInviteSent {
  requireMayBringPeople(app, inviter);
  if (!mayText(phone, app.config.allowedCountries) || isBlocked(app, phone))
    throw new VisibleError('number_not_textable', 'We cannot text this number.');
  if (hasStopped(app, phone))
    throw new VisibleError(
      'number_opted_out',
      `This number has opted out of texts. Ask them to text START to ${formatPhone(app.config.phoneNumber)} first.`,
    );
  requireBudget(app);
  chargeRateLimits(app, {
    'invite to a number': phone,
    'invite to a number a day': phone,
    'board invitation by text by a person a day': inviter.id,
  });
  const createdAt = app.now();
  const expiresAt = createdAt + BOARD_INVITE_MS;
  const row = { board: board.id, phone, inviter: inviter.id, expiresAt, createdAt };
  const { id } = statements(app.db).insert.get(row)!;
  const body = boardInviteText(app, { inviter, tag: board.tag });
  const text = { to: phone, kind: 'invite', cause: inviter.id, body } as const;
  const isUnwanted = findUserByPhone(app, phone) !== null; // that user has blocked the inviter
  if (!isUnwanted && !enqueue(app, { ...text, dedupeKey: textKey({ id, createdAt }) }))
    throw new VisibleError(
      'number_unreachable',
      'Our texts do not reach this number. Send them your invite link.',
    );
  bumpUser(app, inviter.id);
  return {
    ...succeeded(`We have texted them an invitation. They are on #${board.tag} once they reply YES.`),
    pending: true,
  };
}

export function listBoardInvites(app: App, user: User, tag: string): BoardInvite[] {
  const board = requireOwner(requireBoard(app, user, tag, 'shared'), 'see its invitations');
  return statements(app.db)
    .list.all({ board: board.id })
    .filter(({ expiresAt }) => isAhead(app, expiresAt, BOARD_INVITE_MS))
    .map(({ id, phone, createdAt, expiresAt }) => ({
      id,
      phoneNumber: phone,
      createdAt: new Date(createdAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
    }));
}

export function takeBackInvite(app: App, user: User, boardId: number, inviteId: number): Done {
  const board = requireOwner(requireSharedBoard(app, user, boardId), 'take back its invitations');
  return transaction(app.db, () => {
    const ended = statements(app.db).end.get({ id: inviteId, board: board.id });
    if (!ended) throw notFound('Invitation');
    dropText(app, textKey(ended), 'The invitation was taken back.');
    bumpUser(app, user.id);
    return succeeded('The invitation is taken back: a YES to it changes nothing.');
  });
}

export type JoinedBoard = { boardId: number; tag: string; owner: User };

/** Null means that the number has no invitation, not even an ended one. */
export function takeBoardInvites(app: App, phone: string): { inviter: User; board: Board }[] | null {
  const { listOfPhone, deleteOfPhone } = statements(app.db);
  const user = findUserByPhone(app, phone);
  const found = listOfPhone
    .all({ phone })
    .filter(({ inviterId }) => !user || !hasBlocked(app, user, { id: inviterId }));
  if (found.length === 0) return null;
  const open = found.flatMap(({ boardId, inviterId, expiresAt }) => {
    const inviter = findUser(app, inviterId);
    const board = boardId !== null && inviter && findBoardById(app, inviter, boardId);
    const isOpen = isAhead(app, expiresAt, BOARD_INVITE_MS);
    return board && isOpen && board.shared && board.role === 'owner' ? { inviter, board } : [];
  });
  if (open.length > 0) deleteOfPhone.run({ phone });
  return open;
}

export function joinBoards(app: App, user: User, invites: { inviter: User; board: Board }[]): JoinedBoard[] {
  return invites.flatMap(({ inviter, board }) => {
    bumpUser(app, inviter.id); // the list of invitations gets shorter
    const tag = addMember(app, board, user);
    if (tag === null) return [];
    const body = boardInviteAcceptedText({ phone: user.phone, tag: board.tag });
    const push = { ...boardPush(board.tag, body), boards: [board.id] };
    enqueue(app, { to: inviter.phone, kind: 'invite', cause: user.id, body, push });
    return { boardId: board.id, tag, owner: inviter };
  });
}

export function endExpiredBoardInvites(app: App): void {
  const { endExpired, deleteExpiredBefore } = statements(app.db);
  transaction(app.db, () => {
    for (const { inviterId } of endExpired.all({ now: app.now() })) bumpUser(app, inviterId);
    deleteExpiredBefore.run({ before: app.now() - KEPT_MS });
  });
}

/** Changes each time that the invitation is renewed. */
const textKey = ({ id, createdAt }: { id: number; createdAt: number }) => `board invite ${id} ${createdAt}`;

type Row = { id: number; phone: string; createdAt: number; expiresAt: number };
type Found = { boardId: number | null; inviterId: number; expiresAt: number };

const statements = prepared(({ $client }) => ({
  insert: $client.prepare<
    { id: number },
    { board: number; phone: string; inviter: number; expiresAt: number; createdAt: number }
  >(`
    insert into board_invites (board_id, phone, inviter_id, expires_at, created_at)
    values ($board, $phone, $inviter, $expiresAt, $createdAt)
        on conflict (board_id, phone) do update
       set inviter_id = $inviter, expires_at = $expiresAt, created_at = $createdAt
    returning id`),
  list: $client.prepare<Row, { board: number }>(`
    select id, phone, created_at as createdAt, expires_at as expiresAt from board_invites
     where board_id = $board order by created_at desc, id desc`),
  end: $client.prepare<{ id: number; createdAt: number }, { id: number; board: number }>(`
    update board_invites set board_id = null where id = $id and board_id = $board
    returning id, created_at as createdAt`),
  listOfPhone: $client.prepare<Found, { phone: string }>(`
    select board_id as boardId, inviter_id as inviterId, expires_at as expiresAt from board_invites
     where phone = $phone order by id`),
  deleteOfPhone: $client.prepare<unknown, { phone: string }>(`
    delete from board_invites where phone = $phone`),
  endExpired: $client.prepare<{ inviterId: number }, { now: number }>(`
    update board_invites set board_id = null where board_id is not null and expires_at <= $now
    returning inviter_id as inviterId`),
  deleteExpiredBefore: $client.prepare<unknown, { before: number }>(`
    delete from board_invites where expires_at < $before`),
}));
