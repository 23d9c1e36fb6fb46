import { eq } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { placements, type User } from '../../db/schema';
import type { App } from '../app';
import { requirePrivateBoard } from '../boards/boards';
import type { TagRemoval } from '../contract/boards';
import { requireOwnMessage } from './editing';
import { remove } from './messages';

/** Deletes a message for its sender: 403 for others who see it, 404 for those who do not. */
export function removeOwnMessage(app: App, sender: User, id: number): void {
  transaction(app.db, () => remove(app, [requireOwnMessage(app, sender, id, 'delete').id]));
}

const IF_SHARED = 'Leave it, or delete the board as its owner.';

const counts = prepared((db) =>
  db.$client.prepare<{ count: number; elsewhere: number }, { board: number }>(`
    select count(*) as count, count((
      select 1 from placements o where o.message_id = p.message_id and o.board_id <> p.board_id)) as elsewhere
      from placements p where p.board_id = $board`),
);

/** What deleting this tag would take with it. 409 for the tag of a shared board. */
export function countTagRemoval(app: App, user: User, tag: string): TagRemoval {
  const { id: board } = requirePrivateBoard(app, user, tag, IF_SHARED);
  return { tag, count: 0, elsewhere: 0, ...counts(app.db).get({ board }) };
}

/** Deletes the user's messages on a private board, whatever other tags they carry, and so the board (design 5). */
export function removeTag(app: App, user: User, tag: string): void {
  transaction(app.db, () => {
    const board = requirePrivateBoard(app, user, tag, IF_SHARED);
    const on = app.db
      .select({ id: placements.messageId })
      .from(placements)
      .where(eq(placements.boardId, board.id))
      .all();
    remove(
      app,
      on.map(({ id }) => id),
    );
  });
}
