import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound, VisibleError } from '../app/errors';
import type { Role } from '../contract/boards';
import { isForToken, regainBoard, tokenOf } from '../people/auth/token-boards';

declare const permission: unique symbol;

/** Only this file makes a `Board`, after it has found the membership: whoever has one may read the board. */
export type Board = {
  readonly id: number;
  /** The member's own tag for the board (docs/product/boards.md: Own tags). */
  readonly tag: string;
  readonly shared: boolean;
  readonly role: Role;
  readonly [permission]: true;
};

type Member = Pick<User, 'id' | 'byToken'>;

export function findBoard(app: App, user: Member, tag: string): Board | null {
  const row = statements(app.db).findByTag.get({ user: user.id, token: tokenOf(user), tag });
  return row && toBoard(row);
}

/** A board of another kind has the same error as no board (docs/product/boards.md: Board not found). */
export function requireBoard(app: App, user: User, tag: string, kind?: 'private' | 'shared'): Board {
  const board = findBoard(app, user, tag);
  if (!board || (kind && board.shared !== (kind === 'shared'))) throw notFound('Board');
  return board;
}

export function findBoardById(app: App, user: User, id: number): Board | null {
  const row = statements(app.db).findById.get({ user: user.id, token: tokenOf(user), id });
  return row && toBoard(row);
}

export function requireSharedBoard(app: App, user: User, id: number): Board {
  const board = findBoardById(app, user, id);
  if (!board?.shared) throw notFound('Board');
  return board;
}

/** `ifShared` ends the CONFLICT message and says what to do instead. */
export function requirePrivateBoard(app: App, user: User, tag: string, ifShared: string): Board {
  const board = requireBoard(app, user, tag);
  if (board.shared) throw new VisibleError('board_is_shared', `#${tag} is a shared board. ${ifShared}`);
  return board;
}

/** `act` completes "Only the board's owner can ...". */
export function requireOwner(board: Board, act: string): Board {
  if (board.role !== 'owner')
    throw new VisibleError('board_owner_only', `Only the board's owner can ${act}.`);
  return board;
}

export const findOrCreateBoard = (app: App, user: User, tag: string): Board =>
  findBoard(app, user, tag) ?? createBoard(app, user, { tag, shared: false });

/** `leftBoardId` is the shared board that its member has left (docs/product/boards.md: Seen messages). */
export function createBoard(
  app: App,
  user: Member,
  { tag, shared, leftBoardId = null }: { tag: string; shared: boolean; leftBoardId?: number | null },
): Board {
  const { insertBoard, insertOwner } = statements(app.db);
  return transaction(app.db, () => {
    // the tag may be that of a board that the token is not for
    if (user.byToken && findBoard(app, { id: user.id }, tag)) throw notFound('Board');
    const createdAt = app.now();
    const { id } = insertBoard.get({ owner: user.id, shared, createdAt, leftBoardId })!;
    insertOwner.run({ board: id, owner: user.id, tag, joinedAt: createdAt });
    if (user.byToken && !regainBoard(app, user.byToken, { tag, id })) throw notFound('Board');
    return toBoard({ id, tag, shared, role: 'owner' });
  });
}

export const boardIdsOfToken = (app: App, user: User): number[] =>
  statements(app.db)
    .findOfToken.all({ user: user.id, token: tokenOf(user) })
    .map(({ id }) => id);

export const sharedBoardIds = (app: App, user: User): number[] =>
  statements(app.db)
    .findShared.all({ user: user.id, token: tokenOf(user) })
    .map(({ id }) => id);

export const ownedSharedBoards = (app: App, user: User): Board[] =>
  statements(app.db).findOwnedShared.all({ user: user.id }).map(toBoard);

type BoardRow = { id: number; tag: string; shared: number | boolean; role: Role };

const toBoard = ({ id, tag, shared, role }: BoardRow): Board =>
  ({ id, tag, shared: Boolean(shared), role }) as Board;

type Caller = { user: number; token: number | null };

const SELECT = `
  select b.id, v.tag, b.shared, v.role
    from memberships v join boards b on b.id = v.board_id`;

const statements = prepared(({ $client }) => ({
  // A plus sign before a parameter keeps SQLite from planning the join anew for each value.
  findByTag: $client.prepare<BoardRow, Caller & { tag: string }>(`
    ${SELECT} where v.user_id = +$user and v.tag = +$tag and ${isForToken('b.id')}`),
  findById: $client.prepare<BoardRow, Caller & { id: number }>(`
    ${SELECT} where v.board_id = $id and v.user_id = $user and ${isForToken('b.id')}`),
  // Uses two index scans, so that a user's hundreds of private boards are not read.
  findShared: $client.prepare<{ id: number }, Caller>(`
    select v.board_id as id from memberships v
     where v.user_id = $user and v.role = 'member' and ${isForToken('v.board_id')}
      union all
    select id from boards b where owner_id = $user and shared = 1 and ${isForToken('b.id')}`),
  findOfToken: $client.prepare<{ id: number }, Caller>(`
    select v.board_id as id from token_boards t
      cross join memberships v on v.board_id = t.board_id and v.user_id = $user where t.token_id = $token`),
  findOwnedShared: $client.prepare<BoardRow, { user: number }>(`
    ${SELECT} where v.user_id = +$user and v.role = 'owner' and b.shared = 1 order by b.id desc`),
  insertBoard: $client.prepare<
    { id: number },
    { owner: number; shared: boolean; createdAt: number; leftBoardId: number | null }
  >(`
    insert into boards (owner_id, shared, created_at, left_board_id, is_list)
    values ($owner, $shared, $createdAt, $leftBoardId,
            coalesce((select is_list from boards where id = $leftBoardId), 0)) returning id`),
  insertOwner: $client.prepare<unknown, { board: number; owner: number; tag: string; joinedAt: number }>(`
    insert into memberships (board_id, user_id, role, tag, joined_at, seen_id)
    values ($board, $owner, 'owner', $tag, $joinedAt, (select coalesce(max(id), 0) from messages))`),
}));
