import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { type Board, createBoard, findBoard, findBoardById, findOrCreateBoard } from '../boards/boards';
import { pinBoard, setList } from '../boards/marks';
import { DEFAULT_TAG } from '../contract/limits';

/** Members of a board that was shared, left or replaced meanwhile must not read the message. */
export function boardsFor(app: App, sender: User, placements: FormerPlacement[]) {
  const found = new Map<number, { board: Board; position: number; tag?: string; pinned?: boolean }>();
  for (const placement of placements) {
    const { position, tag, onTop = 0 } = placement;
    const board = findBoardById(app, sender, placement.board) ?? privateBoardFor(app, sender, placement);
    if (board && board.shared === Boolean(placement.shared) && !found.has(board.id))
      found.set(board.id, { board, position, tag, pinned: onTop === 1 });
  }
  if (found.size > 0) return [...found.values()];
  return [{ board: findOrCreateBoard(app, sender, DEFAULT_TAG), position: 0 }];
}

export const sharedBoardsFor = (app: App, sender: User, placements: FormerPlacement[]): Board[] =>
  placements
    .flatMap(({ shared, board }) => (shared && findBoardById(app, sender, board)) || [])
    .filter(({ shared }) => shared);

function privateBoardFor(app: App, sender: User, placement: FormerPlacement): Board | null {
  const { shared, sendersTag, leftBoard, pinned, list } = placement;
  if (shared || !sendersTag) return null;
  const existing = findBoard(app, sender, sendersTag);
  if (existing) return existing;
  const left = statements(app.db).findLeftBoard.get({ board: leftBoard, user: sender.id });
  const board = createBoard(app, sender, { tag: sendersTag, shared: false, leftBoardId: left?.id });
  if (pinned) pinBoard(app, sender, sendersTag, true);
  if (list) setList(app, sender, sendersTag, true);
  return board;
}

/** `sendersTag` is null when the sender had left the board; a private `leftBoard` keeps its messages. */
export type FormerPlacement = {
  board: number;
  position: number;
  tag: string;
  sendersTag: string | null;
  shared: 0 | 1;
  leftBoard: number | null;
  pinned: 0 | 1 | null;
  list?: 0 | 1;
  /** Whether the message is pinned there. */
  onTop?: 0 | 1;
};

export const FORMER_PLACEMENTS = `
  (select json_group_array(json_object(
            'board', p.board_id, 'position', p.position, 'tag', p.tag, 'sendersTag', v.tag,
            'shared', b.shared, 'leftBoard', b.left_board_id, 'pinned', v.pinned, 'list', b.is_list, 'onTop', p.pinned) order by p.position)
     from placements p cross join boards b on b.id = p.board_id
          left join memberships v on v.board_id = p.board_id and v.user_id = m.sender_id
    where p.message_id = m.id)`;

export const placementsToRemember = (app: App, messageId: number): FormerPlacement[] =>
  JSON.parse(statements(app.db).find.get({ id: messageId })?.placements ?? '[]');

const statements = prepared(({ $client }) => ({
  find: $client.prepare<{ placements: string }, { id: number }>(`
    select ${FORMER_PLACEMENTS} as placements from messages m where m.id = $id`),
  findLeftBoard: $client.prepare<{ id: number }, { board: number | null; user: number }>(`
    select id from boards where id = $board
       and not exists (select 1 from memberships where board_id = $board and user_id = $user)`),
}));
