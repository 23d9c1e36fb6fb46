import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound, VisibleError } from '../app/errors';
import { type Board, requireBoard } from '../boards/boards';
import { PINS_MAX } from '../contract/limits';
import type { Message } from '../contract/messages';
import { deliverPinned } from './deliver';
import { requireMessage } from './find';

type Pin = { tag: string; id: number; pinned: boolean };

/** Any member may, for all members (docs/product/board-list.md: Pinned messages). */
export function pinMessage(app: App, user: User, { tag, id, pinned }: Pin): Message {
  transaction(app.db, () => {
    const board = requireBoard(app, user, tag);
    const { find, update } = statements(app.db);
    const placed = find.get({ board: board.id, message: id });
    if (!placed) throw notFound('Message');
    if (Boolean(placed.pinned) === pinned) return;
    if (pinned && pinnedIds(app, board).length >= PINS_MAX)
      throw new VisibleError('too_many_pins', `A board can have at most ${PINS_MAX} pinned messages.`);
    update.run({ board: board.id, message: id, pinned });
    deliverPinned(app, board, id);
  });
  return requireMessage(app, user, id);
}

export const pinnedIds = (app: App, { id }: Board): number[] =>
  statements(app.db)
    .findPinned.all({ board: id })
    .map((row) => row.id);

type Key = { board: number; message: number };

const statements = prepared(({ $client }) => ({
  find: $client.prepare<{ pinned: number }, Key>(
    'select pinned from placements where message_id = $message and board_id = $board',
  ),
  update: $client.prepare<unknown, Key & { pinned: boolean }>(
    'update placements set pinned = $pinned where message_id = $message and board_id = $board',
  ),
  findPinned: $client.prepare<{ id: number }, { board: number }>(`
    select message_id as id from placements where board_id = +$board and pinned = 1
     order by created_at desc, message_id desc`),
}));
