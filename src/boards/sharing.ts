import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import { chargeRateLimits } from '../app/rate-limits';
import type { Member, Role, SharedBoard } from '../contract/boards';
import { avatarUrlOf, maskPhone, namesOf, publicName } from '../contract/people';
import { type Done, succeeded } from '../contract/text';
import { emitOfMember } from '../outbox/hooks';
import { enqueue } from '../outbox/outbox';
import { boardPush } from '../outbox/push-words';
import { addedToBoard, addedToBoardText } from '../outbox/texts';
import { refuseOtherVisitor } from '../people/demo/visits';
import { asKnownTo, givenTo, nameColumns } from '../people/given-names';
import { mayBringPeople } from '../people/sign-up';
import { findUserByPhone, parsePhone } from '../people/users';
import { bumpReadersOfBoard } from '../people/versions';
import { hasBlocked, recordAddition } from './blocking';
import {
  type Board,
  createBoard,
  findBoard,
  findBoardById,
  requireBoard,
  requireOwner,
  requirePrivateBoard,
} from './boards';
import { forgetRegainedBoard } from './lost-boards';
import { findFreeTag, refuseReservedTag } from './naming';
import { phoneOfPerson } from './people';

export function createSharedBoard(app: App, user: User, name: string): SharedBoard {
  return transaction(app.db, () => {
    refuseReservedTag(name, 'shared');
    const existing = findBoard(app, user, name);
    if (existing)
      throw new VisibleError(
        'board_name_taken',
        existing.shared
          ? `You already have a shared board #${name}.`
          : `You already have #${name}. To share it, invite somebody to it: that converts it to a shared board.`,
      );
    const { id, role } = createBoard(app, user, { tag: name, shared: true });
    bumpReadersOfBoard(app, id);
    return { id, name, role, members: 1 };
  });
}

/** A phone number, or the id of somebody who shares a board with the inviter. */
type Whom = string | number;

export function convertAndInvite(app: App, user: User, tag: string, whom: Whom): Done {
  const board = requireConvertibleBoard(app, user, tag);
  const invitee = findInvitee(app, user, whom);
  return transaction(app.db, () => {
    convertToShared(app, board);
    inviteMember(app, board, invitee, user, whom);
    return succeeded(`#${tag} is now a shared board, and the invitation has been sent.`);
  });
}

export function requireConvertibleBoard(app: App, user: User, tag: string): Board {
  const board = requirePrivateBoard(app, user, tag, 'Invite people to it.');
  refuseReservedTag(tag, 'shared');
  return board;
}

export function convertToShared(app: App, board: Board): void {
  statements(app.db).convertToShared.run({ board: board.id });
  bumpReadersOfBoard(app, board.id);
}

export function invite(app: App, user: User, tag: string, whom: Whom): Done {
  const board = requireOwner(requireBoard(app, user, tag, 'shared'), 'invite people');
  const invitee = findInvitee(app, user, whom);
  transaction(app.db, () => inviteMember(app, board, invitee, user, whom));
  return succeeded(`Successfully invited user to #${tag}`);
}

/** The rate limits keep a user from finding out which of many numbers have an account. */
function findInvitee(app: App, user: User, whom: Whom): User {
  const phone = typeof whom === 'string' ? parsePhone(app, whom) : phoneOfPerson(app, user, whom);
  if (phone === user.phone) throw new VisibleError('already_member', 'You are on this board already.');
  const invitee = findInvitable(app, user, phone);
  chargeRateLimits(app, {
    [invitee ? 'board invitation by a person a day' : 'invitation of an unknown number by a person a day']:
      user.id,
  });
  if (!invitee)
    throw new VisibleError(
      'unknown_number',
      `Nobody with this number uses ${app.config.productName} yet.${mayBringPeople(app, user) ? ' Send them your join link first.' : ''}`,
      { reason: 'unknown number' },
    );
  return invitee;
}

/** To whoever was blocked, a number looks like one without an account. */
export function findInvitable(app: App, inviter: User, phone: string): User | null {
  refuseOtherVisitor(app, inviter.phone, phone);
  const user = findUserByPhone(app, phone);
  return user && !hasBlocked(app, user, inviter) ? user : null;
}

function inviteMember(app: App, board: Board, invitee: User, by: User, whom: Whom): void {
  // whoever was chosen by name keeps the number to themselves
  const tag = addMember(app, board, invitee, typeof whom === 'number');
  if (tag === null) return;
  recordAddition(app, invitee, by);
  const added = { boardId: board.id, by: asKnownTo(app, invitee, by), name: board.tag, tag };
  enqueue(app, {
    to: invitee.phone,
    kind: 'membership',
    cause: by.id,
    body: addedToBoardText(app, added),
    push: { ...boardPush(tag, addedToBoard(added)), boards: [board.id] },
  });
}

export function addMember(app: App, board: Board, invitee: User, hidesNumber = false): string | null {
  const { isMember, insertMember, deleteInvite } = statements(app.db);
  if (isMember.get({ board: board.id, user: invitee.id })) return null;
  const tag = dissolveKeptBoard(app, board, invitee) ?? findFreeTag(app, invitee, board.tag);
  insertMember.run({ board: board.id, user: invitee.id, tag, hidesNumber, joinedAt: app.now() });
  deleteInvite.run({ board: board.id, phone: invitee.phone });
  forgetRegainedBoard(app, board, invitee, tag);
  bumpReadersOfBoard(app, board.id);
  emitOfMember(app, 'member.joined', board.id, invitee.id);
  return tag;
}

/** For whoever has just left the board of this owner. Returns null if that board is gone. */
export function returnToBoard(app: App, user: User, owner: User, boardId: number): string | null {
  const board = findBoardById(app, owner, boardId);
  if (!board?.shared || board.role !== 'owner') return null;
  return addMember(app, board, user) ?? findBoardById(app, user, boardId)?.tag ?? null;
}

/** Only if all its messages are also on this board (docs/product/members.md: Leaving a board). */
function dissolveKeptBoard(app: App, board: Board, user: User): string | null {
  const { findKeptBoard, deleteBoard } = statements(app.db);
  const kept = findKeptBoard.get({ board: board.id, user: user.id });
  if (!kept) return null;
  deleteBoard.run({ board: kept.id });
  return kept.tag;
}

export function listMembers(app: App, viewer: User, tag: string): Member[] {
  const board = requireBoard(app, viewer, tag, 'shared');
  return statements(app.db)
    .members.all({ board: board.id, viewer: viewer.id })
    .map((row) => toMember(row, viewer, board));
}

type MemberRow = Pick<User, 'id' | 'phone' | 'firstName' | 'lastName' | 'avatarUrl'> & {
  role: Role;
  hidesNumber: number;
};

function toMember(row: MemberRow, viewer: User, board: Board): Member {
  const seesNumber = row.id === viewer.id || (board.role === 'owner' && !row.hidesNumber);
  const masked = maskPhone(row.phone);
  const phoneNumber = seesNumber ? row.phone : masked;
  const name = publicName(row);
  return {
    id: row.id,
    userId: row.id,
    role: row.role,
    user: {
      ...namesOf(row),
      displayName: name === masked ? phoneNumber : name,
      phoneNumber,
      avatarUrl: avatarUrlOf(row),
    },
  };
}

const statements = prepared(({ $client }) => ({
  convertToShared: $client.prepare<unknown, { board: number }>(`
    update boards set shared = 1, left_board_id = null where id = $board`),
  isMember: $client.prepare<unknown, { board: number; user: number }>(`
    select 1 from memberships where board_id = $board and user_id = $user`),
  insertMember: $client.prepare<
    unknown,
    { board: number; user: number; tag: string; hidesNumber: boolean; joinedAt: number }
  >(`
    insert into memberships
      (board_id, user_id, role, tag, tag_chosen_by_other, hides_number, joined_at, seen_id, seen_at)
    values ($board, $user, 'member', $tag, 1, $hidesNumber, $joinedAt,
            (select coalesce(max(id), 0) from messages), $joinedAt)`),
  deleteInvite: $client.prepare<unknown, { board: number; phone: string }>(`
    delete from board_invites where board_id = $board and phone = $phone`),
  findKeptBoard: $client.prepare<{ id: number; tag: string }, { board: number; user: number }>(`
    select b.id, v.tag from boards b join memberships v on v.board_id = b.id
     where b.left_board_id = $board and b.owner_id = $user and not exists (
       select 1 from placements p
         left join placements other on other.message_id = p.message_id and other.board_id = $board
        where p.board_id = b.id and other.board_id is null)
     order by b.id limit 1`),
  deleteBoard: $client.prepare<unknown, { board: number }>('delete from boards where id = $board'),
  members: $client.prepare<MemberRow, { board: number; viewer: number }>(`
    select v.role, v.hides_number as hidesNumber, u.id, u.phone, ${nameColumns('u')}, u.avatar_url as avatarUrl
      from memberships v join users u on u.id = v.user_id ${givenTo('$viewer', 'u')}
     where v.board_id = $board order by v.role = 'owner' desc, v.joined_at, v.user_id`),
}));
