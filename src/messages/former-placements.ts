import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { type Board, createBoard, findBoard, findBoardById, findOrCreateBoard } from '../boards/boards';
import { pinBoard } from '../boards/marks';
import { DEFAULT_TAG } from '../contract/limits';

/**
 * Former placements of messages. They tell on which boards a message is put again when its deletion or edit
 * is taken back.
 */

/**
 * Returns the boards on which a message is put again, each board once. These are the boards that the message
 * was on and that its sender still has. A private board that was deleted meanwhile is created again. Skips a
 * board that was shared or left meanwhile, or that another shared board has replaced, because the members of
 * that board must not read a message that was not posted to them. If no board remains, returns the sender's
 * `uncategorized`.
 */
export function boardsFor(app: App, sender: User, placements: FormerPlacement[]) {
  const found = new Map<number, { board: Board; position: number; tag?: string }>();
  for (const placement of placements) {
    const { position, tag } = placement;
    const board = findBoardById(app, sender, placement.board) ?? privateBoardFor(app, sender, placement);
    if (board && board.shared === Boolean(placement.shared) && !found.has(board.id))
      found.set(board.id, { board, position, tag });
  }
  if (found.size > 0) return [...found.values()];
  return [{ board: findOrCreateBoard(app, sender, DEFAULT_TAG), position: 0 }];
}

/**
 * Returns the sender's board with the tag `sendersTag`, in place of a private board that no longer exists.
 * Creates a private board if the sender has no board with that tag. Returns null if the placement was on a
 * shared board, or if `sendersTag` is null.
 */
function privateBoardFor(app: App, sender: User, placement: FormerPlacement): Board | null {
  const { shared, sendersTag, leftBoard, pinned } = placement;
  if (shared || !sendersTag) return null;
  const existing = findBoard(app, sender, sendersTag);
  if (existing) return existing;
  const left = statements(app.db).findLeftBoard.get({ board: leftBoard, user: sender.id });
  const board = createBoard(app, sender, { tag: sendersTag, shared: false, leftBoardId: left?.id });
  if (pinned) pinBoard(app, sender, sendersTag, true);
  return board;
}

/**
 * The place that a message had on a board. `tag` is the hashtag by which the message's content names the
 * board. `sendersTag` is the sender's tag for the board, or null when the sender had left the board.
 * `leftBoard` is set for a private board that has kept the sender's messages from a shared board. It is the
 * id of that shared board, which the sender had left.
 */
export type FormerPlacement = {
  board: number;
  position: number;
  tag: string;
  sendersTag: string | null;
  shared: 0 | 1;
  leftBoard: number | null;
  pinned: 0 | 1 | null;
};

/** SQL: the `FormerPlacement`s of a message `m`, as a JSON array in the order of their positions. */
export const FORMER_PLACEMENTS = `
  (select json_group_array(json_object(
            'board', p.board_id, 'position', p.position, 'tag', p.tag, 'sendersTag', v.tag,
            'shared', b.shared, 'leftBoard', b.left_board_id, 'pinned', v.pinned) order by p.position)
     from placements p cross join boards b on b.id = p.board_id
          left join memberships v on v.board_id = p.board_id and v.user_id = m.sender_id
    where p.message_id = m.id)`;

/** Returns the present placements of a message, for a later `boardsFor`. */
export const placementsToRemember = (app: App, messageId: number): FormerPlacement[] =>
  JSON.parse(statements(app.db).find.get({ id: messageId })?.placements ?? '[]');

const statements = prepared(({ $client }) => ({
  find: $client.prepare<{ placements: string }, { id: number }>(
    `select ${FORMER_PLACEMENTS} as placements from messages m where m.id = $id`,
  ),
  findLeftBoard: $client.prepare<{ id: number }, { board: number | null; user: number }>(`
    select id from boards where id = $board
       and not exists (select 1 from memberships where board_id = $board and user_id = $user)`),
}));
