import { and, eq, ne } from 'drizzle-orm';
import { transaction } from '../../db/open';
import { memberships, type User, users } from '../../db/schema';
import type { App } from '../app';
import { tagCandidates } from '../contract/hashtags';
import { RESERVED_TAGS } from '../contract/limits';
import { VisibleError } from '../errors';
import { enqueue } from '../outbox/outbox';
import { boardRenamedText } from '../outbox/texts';
import { bumpUser } from '../users/versions';
import { type Board, findBoard, requireOwner, requirePrivateBoard, requireSharedBoard } from './boards';

/** The catch-all and the feedback board stay what they are: never shared, converted or renamed (design 5). */
export function refuseReservedTag(tag: string, act: 'shared' | 'renamed' | 'used as a new name'): void {
  if (RESERVED_TAGS.includes(tag)) throw new VisibleError('BAD_REQUEST', `#${tag} cannot be ${act}.`);
}

/** Renames a private board of the user's. 409 onto a tag they have; onto its own, nothing changes. */
export function renamePrivate(app: App, user: User, tag: string, newName: string): string {
  return transaction(app.db, () => {
    const board = requirePrivateBoard(app, user, tag, 'Rename it as its owner.');
    if (!mayBecome(app, user, board, newName)) return newName;
    retag(app, board.id, user.id, newName);
    return newName;
  });
}

/** Renames a shared board: owner only. Every member's tag follows, with a suffix where they have the name already (design 5). */
export function renameShared(app: App, user: User, boardId: number, newName: string): string {
  return transaction(app.db, () => {
    const board = requireOwner(requireSharedBoard(app, user, boardId), 'rename it');
    if (!mayBecome(app, user, board, newName)) return newName;
    retag(app, board.id, user.id, newName);
    for (const { member, tag, smsEnabled } of othersOn(app, board, user)) {
      const newTag = findFreeTag(app, member, newName, board.id);
      if (newTag === tag) continue;
      retag(app, board.id, member.id, newTag, { tagChosenByOther: true });
      if (smsEnabled)
        enqueue(app, {
          to: member.phone,
          kind: 'membership',
          body: boardRenamedText(app, { by: user, from: tag, to: newTag }),
        });
    }
    return newName;
  });
}

/** Whether there is anything to rename; throws when it cannot be. */
function mayBecome(app: App, user: User, board: Board, newName: string): boolean {
  if (newName === board.tag) return false;
  refuseReservedTag(board.tag, 'renamed');
  refuseReservedTag(newName, 'used as a new name');
  if (findBoard(app, user, newName))
    throw new VisibleError('CONFLICT', `You already have #${newName}. Choose another name.`);
  return true;
}

function retag(
  app: App,
  boardId: number,
  userId: number,
  tag: string,
  set: { tagChosenByOther?: boolean } = {},
) {
  app.db
    .update(memberships)
    .set({ tag, ...set })
    .where(and(eq(memberships.boardId, boardId), eq(memberships.userId, userId)))
    .run();
  bumpUser(app, userId);
}

const othersOn = (app: App, board: Board, user: User) =>
  app.db
    .select({ member: users, tag: memberships.tag, smsEnabled: memberships.smsEnabled })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.boardId, board.id), ne(memberships.userId, user.id)))
    .all();

/**
 * The tag under which a board of this name comes to this user: the name, or one like it when they use it for
 * another board already, which keeps it (design 5).
 */
export function findFreeTag(app: App, user: User, name: string, boardId?: number): string {
  const isFree = (tag: string) => {
    const taken = findBoard(app, user, tag);
    return !taken || taken.id === boardId;
  };
  return tagCandidates(name).find(isFree) ?? name;
}
