import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { type Board, findBoardById } from '../boards/boards';

/** `sendersTag` is null when the sender has left the board. */
export type Placement = { boardId: number; position: number; tag: string; sendersTag: string | null };

export const placementsOf = (app: App, messageId: number, sender: User): Placement[] =>
  statements(app.db).find.all({ message: messageId, sender: sender.id });

/**
 * Without a common board, the sender does not see the answered message (docs/product/messages.md: Replies).
 */
export function boardsOfReply(app: App, sender: User, answeredId: number): Board[] {
  const boards = placementsOf(app, answeredId, sender).flatMap(({ boardId, sendersTag }) =>
    sendersTag === null ? [] : (findBoardById(app, sender, boardId) ?? []),
  );
  if (boards.length === 0) throw notFound('Message');
  return boards;
}

export const placeOnBoard = (
  app: App,
  { id, createdAt }: { id: number; createdAt: number },
  board: Board,
  position: number,
  tag = board.tag,
  pinned = false,
) => statements(app.db).insert.run({ board: board.id, createdAt, message: id, position, tag, pinned });

export const updatePlacement = (
  app: App,
  placement: { message: number; board: number; position: number; tag: string },
) => statements(app.db).update.run(placement);

/** A trigger deletes a private board with its last message. */
export const takeFromBoard = (app: App, messageId: number, boardId: number) =>
  statements(app.db).delete.run({ message: messageId, board: boardId });

const statements = prepared(({ $client }) => ({
  find: $client.prepare<Placement, { message: number; sender: number }>(`
    select p.board_id as boardId, p.position, p.tag, v.tag as sendersTag
      from placements p left join memberships v on v.board_id = p.board_id and v.user_id = $sender
     where p.message_id = $message order by p.position`),
  insert: $client.prepare<
    unknown,
    { board: number; createdAt: number; message: number; position: number; tag: string; pinned: boolean }
  >(`
    insert into placements (board_id, created_at, message_id, position, tag, pinned, known_to)
    values ($board, $createdAt, $message, $position, $tag, $pinned,
            (select sender_id from messages where id = $message and source <> 'sms' and guest is null))`),
  update: $client.prepare<unknown, { message: number; board: number; position: number; tag: string }>(`
    update placements set position = $position, tag = $tag where message_id = $message and board_id = $board`),
  delete: $client.prepare<unknown, { message: number; board: number }>(`
    delete from placements where message_id = $message and board_id = $board`),
}));
