import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { type Board, findBoardById } from '../boards/boards';
import { placementsOf } from './placements';

/**
 * Returns the boards that a reply goes to: the boards of the answered message that the sender is a member of
 * (docs/product.md: Replies). Throws NOT_FOUND if there are none, because then the sender does not see the
 * answered message.
 */
export function boardsOfReply(app: App, sender: User, answeredId: number): Board[] {
  const boards = placementsOf(app, answeredId, sender).flatMap(({ boardId, sendersTag }) =>
    sendersTag === null ? [] : (findBoardById(app, sender, boardId) ?? []),
  );
  if (boards.length === 0) throw notFound('Message');
  return boards;
}
