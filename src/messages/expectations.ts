import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import { type Board, findBoard, findBoardById } from '../boards/boards';
import { findLostBoard, forgetLostBoards } from '../boards/lost-boards';
import { countOtherMembers } from '../boards/people';
import { type BoardChange, changeSentence } from '../contract/audience';
import type { ExpectedBoard } from '../contract/messages';
import { nameInText } from '../contract/people';

/** Must be called in the transaction that stores the message (docs/product/messages.md: Expected boards). */
export function requireExpectedBoards(app: App, user: User, expects: ExpectedBoard[] = []): void {
  for (const expected of expects) {
    const change = changeOf(app, user, expected);
    if (change) throw new VisibleError('board_changed', changeSentence(expected.tag, change));
  }
  // a user who expects no shared board for a tag knows that the shared board with that tag is lost
  const own = expects.filter(({ boardId }) => boardId === null).map(({ tag }) => tag);
  if (own.length > 0 && !user.byToken) forgetLostBoards(app, user, own);
}

/** The answered message may have been put on a further board meanwhile. */
export function requireNoFurtherBoard(boards: Board[], expects: ExpectedBoard[] | undefined): void {
  const further = expects && boards.find(({ tag }) => !expects.some((expected) => expected.tag === tag));
  if (further)
    throw new VisibleError('board_changed', `The message that you answer is also on #${further.tag} now.`);
}

function changeOf(app: App, user: User, { tag, boardId }: ExpectedBoard): BoardChange | null {
  const board = findBoard(app, user, tag);
  const shared = board?.shared ? board : null;
  if ((shared?.id ?? null) === boardId) return null;
  if (boardId === null && shared) return { kind: 'shared', others: countOtherMembers(app, user, [shared]) };
  const renamed = boardId === null ? null : findBoardById(app, user, boardId);
  if (renamed)
    return { kind: 'renamed', newTag: renamed.tag, others: countOtherMembers(app, user, [renamed]) };
  if (shared) return { kind: 'other', others: countOtherMembers(app, user, [shared]) };
  const owner = user.byToken ? undefined : findLostBoard(app, user, tag)?.owner;
  return { kind: 'lost', owner: owner ? nameInText(owner) : undefined };
}
