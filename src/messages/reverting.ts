import { transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { hooksWatching } from '../outbox/hooks';
import { deliverEdited } from './deliver';
import { boardsFor, type FormerPlacement, placementsToRemember } from './former-placements';
import { findStored, updateContent } from './messages';
import { placeOnBoard, takeFromBoard, updatePlacement } from './placements';
import { updateTicks } from './ticks';

export type EditedState = { content: string; editedAt: number | null; placements: FormerPlacement[] };

export function stateOf(app: App, id: number): EditedState | null {
  const message = findStored(app, id);
  if (!message) return null;
  return { content: message.content, editedAt: message.editedAt, placements: placementsToRemember(app, id) };
}

/** Nobody is notified, because the members were notified when the message was posted. */
export function revertEdit(
  app: App,
  sender: User,
  id: number,
  { before, after }: { before: EditedState; after: EditedState },
): boolean {
  return transaction(app.db, () => {
    const message = findStored(app, id);
    const now = stateOf(app, id);
    if (!message || !now || !isUnchanged(app, sender, id, after)) return false;

    const watching = hooksWatching(app, [id]);
    const { content, editedAt } = before;
    updateContent(app, { id, content, editedAt });
    updateTicks(app, sender, id, now.content, content);
    const boards = boardsFor(app, sender, before.placements);
    for (const { board, position, tag = board.tag, pinned } of boards)
      if (now.placements.some((placement) => placement.board === board.id))
        updatePlacement(app, { message: id, board: board.id, position, tag });
      else placeOnBoard(app, message, board, position, tag, pinned);
    const ended = now.placements.filter(({ board }) => !boards.some((one) => one.board.id === board));
    for (const { board } of ended) takeFromBoard(app, id, board);
    const changedBoardIds = [...boards.map(({ board }) => board.id), ...ended.map(({ board }) => board)];
    const contentChanged = content !== now.content;
    deliverEdited(app, sender, { id, content }, { contentChanged, changedBoardIds, watching });
    return true;
  });
}

export function isUnchanged(app: App, sender: User, id: number, after: EditedState): boolean {
  const now = stateOf(app, id);
  return now !== null && findStored(app, id)?.senderId === sender.id && isSame(now, after);
}

function isSame(one: EditedState, other: EditedState): boolean {
  return (
    one.content === other.content &&
    one.editedAt === other.editedAt &&
    one.placements.length === other.placements.length &&
    one.placements.every((placement) => other.placements.some((former) => isSameBoard(placement, former)))
  );
}

/** A private board with the same tag can have succeeded the former one. */
const isSameBoard = (one: FormerPlacement, other: FormerPlacement): boolean =>
  one.board === other.board ||
  (!one.shared && !other.shared && one.sendersTag !== null && one.sendersTag === other.sendersTag);
