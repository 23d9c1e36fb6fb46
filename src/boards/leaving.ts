import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound, VisibleError } from '../app/errors';
import { type Done, succeeded } from '../contract/text';
import { emitOfMember } from '../outbox/hooks';
import { enqueue } from '../outbox/outbox';
import { boardPush } from '../outbox/push-words';
import { boardDeletedText, removedFromBoardText } from '../outbox/texts';
import { asKnownTo } from '../people/given-names';
import { bumpReadersOfBoard } from '../people/versions';
import { type Board, createBoard, requireOwner, requireSharedBoard } from './boards';
import { rememberLostBoard } from './lost-boards';
import { type MemberRow, membersOf } from './people';

export function removeMember(app: App, user: User, boardId: number, userId: number): Done {
  return transaction(app.db, () => {
    const board = requireSharedBoard(app, user, boardId);
    if (userId !== user.id) requireOwner(board, 'remove other members');
    else if (board.role === 'owner')
      throw new VisibleError(
        'board_owner_cannot_leave',
        'You own this board: delete it instead of leaving it.',
      );
    const member = membersOf(app, boardId).find(({ id }) => id === userId);
    if (!member) throw notFound('Member');
    bumpReadersOfBoard(app, boardId);
    endMembership(app, board, member, boardId);
    emitOfMember(app, 'member.left', boardId, userId);
    if (userId !== user.id)
      tellFormerMember(
        app,
        board,
        member,
        user,
        removedFromBoardText({ by: asKnownTo(app, member, user), tag: member.tag }),
      );
    return succeeded(
      userId === user.id ? 'You have left the board.' : 'The member is no longer on the board.',
    );
  });
}

export function deleteSharedBoard(app: App, user: User, boardId: number): Done {
  transaction(app.db, () =>
    deleteBoardOfOwner(app, user, requireOwner(requireSharedBoard(app, user, boardId), 'delete it')),
  );
  return succeeded('The board is deleted. Its messages stay with the people who sent them.');
}

export function deleteBoardOfOwner(app: App, owner: User, board: Board): void {
  bumpReadersOfBoard(app, board.id);
  for (const member of membersOf(app, board.id)) {
    endMembership(app, board, member);
    if (member.id !== owner.id)
      tellFormerMember(
        app,
        board,
        member,
        owner,
        boardDeletedText({ by: asKnownTo(app, member, owner), tag: member.tag }),
      );
  }
  statements(app.db).deleteBoard.run({ board: board.id });
}

function tellFormerMember(app: App, board: Board, member: MemberRow, owner: User, body: string): void {
  rememberLostBoard(app, board, { owner, member });
  if (member.smsEnabled)
    enqueue(app, {
      to: member.phone,
      kind: 'membership',
      cause: owner.id,
      body,
      push: boardPush(member.tag, body, '/'),
    });
}

/** The messages that the member has sent stay readable on a private board with the same tag. */
function endMembership(app: App, board: Board, member: MemberRow, leftBoardId: number | null = null): void {
  const { deleteMembership, hasMessages, copyPlacements } = statements(app.db);
  deleteMembership.run({ board: board.id, user: member.id });
  if (!hasMessages.get({ from: board.id, user: member.id })) return; // no empty private board is created
  const kept = createBoard(app, member, { tag: member.tag, shared: false, leftBoardId });
  copyPlacements.run({ from: board.id, to: kept.id, user: member.id });
}

const OWN_PLACEMENTS = `
  from messages m join placements p on p.message_id = m.id and p.board_id = $from where m.sender_id = $user`;

const statements = prepared(({ $client }) => ({
  deleteMembership: $client.prepare<unknown, { board: number; user: number }>(`
    delete from memberships where board_id = $board and user_id = $user`),
  hasMessages: $client.prepare<unknown, { from: number; user: number }>(`select 1 ${OWN_PLACEMENTS} limit 1`),
  copyPlacements: $client.prepare<unknown, { from: number; to: number; user: number }>(`
    insert into placements (board_id, created_at, message_id, position, tag, known_to)
    select $to, p.created_at, p.message_id, p.position, p.tag, p.known_to ${OWN_PLACEMENTS}`),
  deleteBoard: $client.prepare<unknown, { board: number }>('delete from boards where id = $board'),
}));
