import { and, desc, eq, sql } from 'drizzle-orm';
import { bound, prepared, transaction } from '../../db/open';
import { boards, memberships, type User } from '../../db/schema';
import type { App } from '../app';
import type { SharedBoardWithCount, TagWithCount } from '../contract/boards';
import { notFound, VisibleError } from '../errors';

/** A board as one member holds it: who has this object may read the board. */
export type Board = {
  id: number;
  tag: string;
  shared: boolean;
  role: 'owner' | 'member';
};

const held = {
  id: boards.id,
  tag: memberships.tag,
  shared: boards.shared,
  role: memberships.role,
};

const byTag = prepared((db) =>
  db
    .select(held)
    .from(memberships)
    .innerJoin(boards, eq(boards.id, memberships.boardId))
    .where(and(eq(memberships.userId, bound('user')), eq(memberships.tag, bound('tag'))))
    .prepare(),
);

const byId = prepared((db) =>
  db
    .select(held)
    .from(memberships)
    .innerJoin(boards, eq(boards.id, memberships.boardId))
    .where(
      and(eq(memberships.boardId, sql.placeholder('id')), eq(memberships.userId, sql.placeholder('user'))),
    )
    .prepare(),
);

/** The board that this user addresses by this tag, or null. */
export const findBoard = (app: App, user: User, tag: string): Board | null =>
  byTag(app.db).get({ user: user.id, tag }) ?? null;

/** The same, for a call that needs it: 404 whether it does not exist or is not theirs (design 5). */
export function requireBoard(app: App, user: User, tag: string, kind?: 'private' | 'shared'): Board {
  const board = findBoard(app, user, tag);
  if (!board || (kind && board.shared !== (kind === 'shared'))) throw notFound('Board');
  return board;
}

/** The shared board of this id, for a user who is on it: 404 for all others, as for one that does not exist. */
export function requireSharedBoard(app: App, user: User, id: number): Board {
  const board = byId(app.db).get({ id, user: user.id });
  if (!board?.shared) throw notFound('Board');
  return board;
}

/** The private board of this tag, for an act that shared boards do not know: 409 with the sentence that says what they do. */
export function requirePrivateBoard(app: App, user: User, tag: string, ifShared: string): Board {
  const board = requireBoard(app, user, tag);
  if (board.shared) throw new VisibleError('CONFLICT', `#${tag} is a shared board. ${ifShared}`);
  return board;
}

/** The board again, if this member owns it; 403 names what only owners may do. An unknown role may nothing. */
export function requireOwner(board: Board, act: string): Board {
  if (board.role !== 'owner') throw new VisibleError('FORBIDDEN', `Only the board's owner can ${act}.`);
  return board;
}

/** The board that a hashtag of this user means: theirs of that tag, shared or private, or a new private one (design 5). */
export const findOrCreateBoard = (app: App, user: User, tag: string): Board =>
  findBoard(app, user, tag) ?? createBoard(app, user, { tag, shared: false });

/** A new board of this user's under a tag that is free. `leftBoardId` is the board whose messages of theirs it will keep. */
export function createBoard(
  app: App,
  user: Pick<User, 'id'>,
  { tag, shared, leftBoardId }: { tag: string; shared: boolean; leftBoardId?: number },
): Board {
  return transaction(app.db, () => {
    const createdAt = app.now();
    const owner = user.id;
    const { id } = insertBoard(app.db).get({ owner, shared, createdAt, leftBoardId: leftBoardId ?? null });
    insertOwner(app.db).run({ board: id, owner, tag, joinedAt: createdAt });
    return { id, tag, shared, role: 'owner' };
  });
}

const insertBoard = prepared((db) =>
  db
    .insert(boards)
    .values({
      ownerId: sql.placeholder('owner'),
      shared: sql.placeholder('shared'),
      createdAt: sql.placeholder('createdAt'),
      leftBoardId: sql.placeholder('leftBoardId'),
    })
    .returning({ id: boards.id })
    .prepare(),
);

const insertOwner = prepared((db) =>
  db
    .insert(memberships)
    .values({
      boardId: sql.placeholder('board'),
      userId: sql.placeholder('owner'),
      role: 'owner',
      tag: sql.placeholder('tag'),
      joinedAt: sql.placeholder('joinedAt'),
    })
    .prepare(),
);

const ofKind = prepared((db) =>
  db
    .select({ ...held, count: boards.messageCount })
    .from(memberships)
    .innerJoin(boards, eq(boards.id, memberships.boardId))
    .where(and(eq(memberships.userId, bound('user')), eq(boards.shared, bound('shared'))))
    .orderBy(desc(boards.id))
    .prepare(),
);

/** The user's private boards, newest first, seen through their hashtags. */
export const tagsWithCounts = (app: App, user: User): TagWithCount[] =>
  ofKind(app.db)
    .all({ user: user.id, shared: 0 })
    .map(({ tag, count }) => ({ tag, count }));

/** The shared boards the user is on, newest first, under the user's own tags. */
export const sharedWithCounts = (app: App, user: User): SharedBoardWithCount[] =>
  ofKind(app.db)
    .all({ user: user.id, shared: 1 })
    .map(({ id, tag, role, count }) => ({ id, name: tag, role, count }));
