import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { findOrCreateBoard, requireOwner, requirePrivateBoard, requireSharedBoard } from '../boards/boards';
import type { TagRemoval } from '../contract/boards';
import { DEFAULT_TAG } from '../contract/limits';
import { type Done, succeeded } from '../contract/text';
import { hooksWatching } from '../outbox/hooks';
import { findUser } from '../people/users';
import { deleteWithUndo } from './deleted-messages';
import { deliverTakenOff } from './deliver';
import { findStored, requireOwnMessage } from './messages';
import { placementsOf, placeOnBoard, takeFromBoard } from './placements';

export function removeOwnMessage(app: App, user: User, id: number): Done {
  transaction(app.db, () => deleteWithUndo(app, [requireOwnMessage(app, user, id, 'delete').id]));
  return succeeded('The message has been permanently removed.');
}

/**
 * Its sender keeps it at least on `uncategorized` (docs/product/members.md: Taking a message off a board).
 */
export function takeOffBoard(app: App, user: User, boardId: number, id: number): Done {
  return transaction(app.db, () => {
    const board = requireOwner(requireSharedBoard(app, user, boardId), 'take messages off it');
    const message = findStored(app, id);
    const sender = message && findUser(app, message.senderId);
    const placements = sender ? placementsOf(app, id, sender) : [];
    if (!sender || !placements.some((placement) => placement.boardId === board.id)) throw notFound('Message');
    const watching = hooksWatching(app, [id]);
    const isElsewhere = placements.some(({ boardId, sendersTag }) => boardId !== board.id && sendersTag);
    if (!isElsewhere) placeOnBoard(app, message, findOrCreateBoard(app, sender, DEFAULT_TAG), 0);
    takeFromBoard(app, id, board.id);
    deliverTakenOff(app, board, id, watching);
    return succeeded('The message is no longer on the board.');
  });
}

const IF_SHARED = 'Leave it, or delete the board as its owner.';

export function countTagRemoval(app: App, user: User, tag: string): TagRemoval {
  const board = requirePrivateBoard(app, user, tag, IF_SHARED);
  return { tag, ...statements(app.db).count.get({ board: board.id })! };
}

/** A trigger deletes the board with its last message (docs/product/boards.md: Deleting a tag). */
export function removeTag(app: App, user: User, tag: string): Done {
  return transaction(app.db, () => {
    const board = requirePrivateBoard(app, user, tag, IF_SHARED);
    const messages = statements(app.db).findOnBoard.all({ board: board.id });
    const ids = messages.map(({ id }) => id);
    deleteWithUndo(app, ids, tag);
    return succeeded(`All messages with #${tag} have been removed.`);
  });
}

const statements = prepared(({ $client }) => ({
  count: $client.prepare<{ count: number; elsewhere: number }, { board: number }>(`
    select count(*) as count, count((
      select 1 from placements o where o.message_id = p.message_id and o.board_id <> p.board_id)) as elsewhere
      from placements p where p.board_id = $board`),
  findOnBoard: $client.prepare<{ id: number }, { board: number }>(`
    select message_id as id from placements where board_id = $board`),
}));
