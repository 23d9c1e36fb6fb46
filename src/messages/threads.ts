import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { type Board, findBoardById } from '../boards/boards';
import { placementsOf } from './placements';

/** Without a common board, the sender does not see the answered message (docs/product.md: Replies). */
export function boardsOfReply(app: App, sender: User, answeredId: number): Board[] {
  const boards = placementsOf(app, answeredId, sender).flatMap(({ boardId, sendersTag }) =>
    sendersTag === null ? [] : (findBoardById(app, sender, boardId) ?? []),
  );
  if (boards.length === 0) throw notFound('Message');
  return boards;
}
