import { and, asc, eq, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { prepared, transaction } from '../../db/open';
import { boards, memberships, placements, type User, users } from '../../db/schema';
import type { App } from '../app';
import type { Member, SharedBoard } from '../contract/boards';
import { avatarUrlOf, maskPhone } from '../contract/people';
import { notFound, VisibleError } from '../errors';
import { enqueue } from '../outbox/outbox';
import { addedToBoardText, boardDeletedText } from '../outbox/texts';
import { chargeRateLimits } from '../rate-limits';
import { findUserByPhone, parsePhone, publicName, withoutPlaceholder } from '../users/users';
import { bumpReadersOfBoard } from '../users/versions';
import {
  type Board,
  createBoard,
  findBoard,
  requireBoard,
  requireOwner,
  requirePrivateBoard,
  requireSharedBoard,
} from './boards';
import { findFreeTag, refuseReservedTag } from './naming';

/** A new shared board with the user as its owner. 409 when they have the name already (design 5). */
export function createSharedBoard(app: App, user: User, name: string): SharedBoard {
  return transaction(app.db, () => {
    refuseReservedTag(name, 'shared');
    const known = findBoard(app, user, name);
    if (known)
      throw new VisibleError(
        'CONFLICT',
        known.shared
          ? `You already have a shared board #${name}.`
          : `You already have #${name}. To share it, invite somebody to it: that converts it to a shared board.`,
      );
    const { id, role } = createBoard(app, user, { tag: name, shared: true });
    bumpReadersOfBoard(app, id);
    return { id, name, role };
  });
}

/** Makes a private board shared and its messages readable to the person invited: all of it, or nothing (design 5). */
export function convertAndInvite(app: App, user: User, tag: string, phoneNumber: string): void {
  const board = requirePrivateBoard(app, user, tag, 'Invite people to it.');
  refuseReservedTag(tag, 'shared');
  const invitee = findInvitee(app, user, phoneNumber);
  transaction(app.db, () => {
    app.db.update(boards).set({ shared: true, leftBoardId: null }).where(eq(boards.id, board.id)).run();
    join(app, board, invitee, user);
  });
}

/** Makes somebody a member at once: owner only. Who is on the board already stays as they are (design 5). */
export function invite(app: App, user: User, tag: string, phoneNumber: string): void {
  const board = requireOwner(requireBoard(app, user, tag, 'shared'), 'invite people');
  const invitee = findInvitee(app, user, phoneNumber);
  transaction(app.db, () => join(app, board, invitee, user));
}

/** The account to invite. Guessing which numbers have one is limited, as are the texts that invitations send. */
function findInvitee(app: App, user: User, phoneNumber: string): User {
  const phone = parsePhone(app, phoneNumber);
  if (phone === user.phone) throw new VisibleError('BAD_REQUEST', 'You are on this board already.');
  const invitee = findUserByPhone(app, phone);
  chargeRateLimits(app, {
    [invitee ? 'board invitation by a person a day' : 'invitation of an unknown number by a person a day']:
      user.id,
  });
  if (!invitee)
    throw new VisibleError(
      'NOT_FOUND',
      `Nobody with this number uses ${app.config.productName} yet. Send them your join link first.`,
    );
  return invitee;
}

function join(app: App, board: Board, invitee: User, by: User): void {
  const known = app.db
    .select({ tag: memberships.tag })
    .from(memberships)
    .where(and(eq(memberships.boardId, board.id), eq(memberships.userId, invitee.id)))
    .get();
  if (known) return;
  const tag = dissolveRemains(app, board, invitee) ?? findFreeTag(app, invitee, board.tag);
  app.db
    .insert(memberships)
    .values({
      boardId: board.id,
      userId: invitee.id,
      role: 'member',
      tag,
      tagChosenByOther: true,
      joinedAt: app.now(),
    })
    .run();
  bumpReadersOfBoard(app, board.id);
  enqueue(app, {
    to: invitee.phone,
    kind: 'membership',
    body: addedToBoardText(app, { by, name: board.tag, tag }),
  });
}

/**
 * Who left this board before has a private one with their messages of it. If it holds nothing that the shared
 * board does not, it gives its tag back (design 5).
 */
function dissolveRemains(app: App, board: Board, user: User): string | null {
  const there = alias(placements, 'there');
  const remains = app.db
    .select({ id: boards.id, tag: memberships.tag })
    .from(boards)
    .innerJoin(memberships, eq(memberships.boardId, boards.id))
    .where(
      and(
        eq(boards.leftBoardId, board.id),
        eq(boards.ownerId, user.id),
        notExists(
          app.db
            .select({ one: sql`1` })
            .from(placements)
            .leftJoin(there, and(eq(there.messageId, placements.messageId), eq(there.boardId, board.id)))
            .where(and(eq(placements.boardId, boards.id), sql`${there.boardId} is null`)),
        ),
      ),
    )
    .orderBy(asc(boards.id))
    .limit(1)
    .get();
  if (!remains) return null;
  app.db.delete(boards).where(eq(boards.id, remains.id)).run();
  return remains.tag;
}

const onBoard = prepared((db) =>
  db
    .select({ role: memberships.role, user: users })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.boardId, sql.placeholder('board')))
    .orderBy(asc(memberships.joinedAt), asc(memberships.userId))
    .prepare(),
);

/** Who is on a board, the owner first, then as they joined. */
export const membersOf = (app: App, viewer: User, board: Board): Member[] =>
  onBoard(app.db)
    .all({ board: board.id })
    .map(({ role, user }) => toMember(user, role, viewer, board))
    .sort((a, b) => Number(b.role === 'owner') - Number(a.role === 'owner'));

/** Takes a member off a board: its owner may, and everybody may leave. At once nothing of it is theirs to read (design 5). */
export function removeMember(app: App, user: User, boardId: number, userId: number): void {
  transaction(app.db, () => {
    const board = requireSharedBoard(app, user, boardId);
    if (userId !== user.id) requireOwner(board, 'remove other members');
    else if (board.role === 'owner')
      throw new VisibleError('CONFLICT', 'You own this board: delete it instead of leaving it.');
    const membership = app.db
      .select({ tag: memberships.tag })
      .from(memberships)
      .where(and(eq(memberships.boardId, boardId), eq(memberships.userId, userId)))
      .get();
    if (!membership) throw notFound('Member');
    bumpReadersOfBoard(app, boardId);
    leave(app, boardId, userId, membership.tag, { remains: true });
  });
}

/** Ends a shared board: owner only. Each message goes to a private board of its author's, under the author's own tag (design 5). */
export function deleteSharedBoard(app: App, user: User, boardId: number): void {
  transaction(app.db, () =>
    deleteBoardOfOwner(app, user, requireOwner(requireSharedBoard(app, user, boardId), 'delete it')),
  );
}

/** The same for a board whose owner is known to be `user`, also when their account ends. */
export function deleteBoardOfOwner(app: App, user: User, board: Board): void {
  bumpReadersOfBoard(app, board.id);
  const all = app.db
    .select({ user: users, tag: memberships.tag, smsEnabled: memberships.smsEnabled })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.boardId, board.id))
    .all();
  for (const { user: member, tag, smsEnabled } of all) {
    leave(app, board.id, member.id, tag, { remains: false });
    if (member.id !== user.id && smsEnabled)
      enqueue(app, { to: member.phone, kind: 'membership', body: boardDeletedText({ by: user, tag }) });
  }
  app.db.delete(boards).where(eq(boards.id, board.id)).run();
}

/** Ends a membership. The member's messages on the board come to be on a private one under the same tag as well. */
function leave(app: App, boardId: number, userId: number, tag: string, { remains }: { remains: boolean }) {
  app.db
    .delete(memberships)
    .where(and(eq(memberships.boardId, boardId), eq(memberships.userId, userId)))
    .run();
  const mine = sql`from messages m join placements p on p.message_id = m.id and p.board_id = ${boardId} where m.sender_id = ${userId}`;
  if (app.db.values(sql`select 1 ${mine} limit 1`).length === 0) return; // an empty private board does not exist
  const board = createBoard(
    app,
    { id: userId },
    { tag, shared: false, leftBoardId: remains ? boardId : undefined },
  );
  app.db.run(sql`
    insert into placements (board_id, created_at, message_id, position, tag)
    select ${board.id}, p.created_at, p.message_id, p.position, p.tag ${mine}`);
}

function toMember(user: User, role: Member['role'], viewer: User, board: Board): Member {
  const whole = user.id === viewer.id || board.role === 'owner';
  const phoneNumber = whole ? user.phone : maskPhone(user.phone);
  const name = publicName(user);
  return {
    id: user.id,
    userId: user.id,
    role,
    user: {
      firstName: withoutPlaceholder(user.firstName),
      lastName: withoutPlaceholder(user.lastName),
      displayName: name === maskPhone(user.phone) ? phoneNumber : name,
      phoneNumber,
      avatarUrl: avatarUrlOf(user),
    },
  };
}
