import { and, eq, ne } from 'drizzle-orm';
import { transaction } from '../../db/open';
import { memberships, type User, users } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import type { BoardRenamed } from '../contract/boards';
import { tagCandidates } from '../contract/hashtags';
import { RESERVED_TAGS } from '../contract/limits';
import { succeeded } from '../contract/text';
import { enqueue } from '../outbox/outbox';
import { boardPush } from '../outbox/push-words';
import { boardRenamed, boardRenamedText } from '../outbox/texts';
import { bumpUser } from '../people/versions';
import { type Board, findBoard, requireOwner, requirePrivateBoard, requireSharedBoard } from './boards';

export function refuseReservedTag(tag: string, act: 'shared' | 'renamed' | 'used as a new name'): void {
  if (RESERVED_TAGS.includes(tag)) throw new VisibleError('BAD_REQUEST', `#${tag} cannot be ${act}.`);
}

export function renamePrivate(app: App, user: User, tag: string, newName: string): BoardRenamed {
  return transaction(app.db, () => {
    const board = requirePrivateBoard(app, user, tag, 'Rename it as its owner.');
    if (newName === board.tag) return renamed(newName);
    refuseNewName(app, user, board, newName);
    setTag(app, board, user, { tag: newName });
    return renamed(newName);
  });
}

export function renameShared(app: App, user: User, boardId: number, newName: string): BoardRenamed {
  return transaction(app.db, () => {
    const board = requireOwner(requireSharedBoard(app, user, boardId), 'rename it');
    if (newName === board.tag) return renamed(newName);
    refuseNewName(app, user, board, newName);
    setTag(app, board, user, { tag: newName });
    for (const { member, tag, smsEnabled } of otherMembers(app, board, user)) {
      const newTag = findFreeTag(app, member, newName, board.id);
      if (newTag === tag) continue;
      setTag(app, board, member, { tag: newTag, tagChosenByOther: true });
      const change = { by: user, from: tag, to: newTag };
      if (smsEnabled)
        enqueue(app, {
          to: member.phone,
          kind: 'membership',
          body: boardRenamedText(app, change),
          push: { ...boardPush(newTag, `${boardRenamed(change)}.`), boards: [board.id] },
        });
    }
    return renamed(newName);
  });
}

const renamed = (name: string) => ({ ...succeeded(`The board is now #${name}.`), name });

function refuseNewName(app: App, user: User, board: Board, newName: string): void {
  refuseReservedTag(board.tag, 'renamed');
  refuseReservedTag(newName, 'used as a new name');
  if (findBoard(app, user, newName))
    throw new VisibleError('CONFLICT', `You already have #${newName}. Choose another name.`);
}

function setTag(
  app: App,
  board: Board,
  member: User,
  membership: { tag: string; tagChosenByOther?: boolean },
): void {
  app.db
    .update(memberships)
    .set(membership)
    .where(and(eq(memberships.boardId, board.id), eq(memberships.userId, member.id)))
    .run();
  bumpUser(app, member.id);
}

const otherMembers = (app: App, board: Board, user: User) =>
  app.db
    .select({ member: users, tag: memberships.tag, smsEnabled: memberships.smsEnabled })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.boardId, board.id), ne(memberships.userId, user.id)))
    .all();

/**
 * The first free one of `name`, `name-2`, `name-3`, ... The user's tag for `boardId` counts as free
 * (docs/product.md: Own tags).
 */
export function findFreeTag(app: App, user: User, name: string, boardId?: number): string {
  const isFree = (tag: string) => {
    const board = findBoard(app, user, tag);
    return !board || board.id === boardId;
  };
  return tagCandidates(name).find(isFree) ?? name;
}
