import { createHmac, randomBytes } from 'node:crypto';
import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { chargeRateLimits } from '../app/rate-limits';
import type { Feed, FeedInput } from '../contract/feeds';
import { isBlocked } from '../outbox/blocked-numbers';
import { type Actor, tellOwner } from '../people/auth/told';
import { findUser } from '../people/users';
import { type Board, findBoardById, requireBoard } from './boards';

const PATH = '/api/feeds/';

/** What somebody with its secret may read. */
export type FoundFeed = { secret: string; user: User } & (
  | { board: Board; query: null }
  | { board: null; query: string }
);

export const listFeeds = (app: App, user: User): Feed[] =>
  statements(app.db)
    .list.all({ user: user.id })
    .map((row) => toFeed(app, row));

/** The address before it ends at once. */
export function renewFeed(app: App, user: User, input: FeedInput, actor: Actor): Feed {
  const board = boardOf(app, user, input);
  const { query = null } = input;
  const now = app.now();
  return transaction(app.db, () => {
    chargeRateLimits(app, { 'address of a feed by a person a day': user.id });
    const of = { user: user.id, board: board?.id ?? null, query };
    statements(app.db).end.run(of);
    const secret = randomBytes(16).toString('base64url');
    statements(app.db).insert.run({ ...of, secret, now });
    tellOwner(app, user, actor, { act: 'feed made', name: board ? `#${board.tag}` : 'of a search' });
    return toFeed(app, { secret, board: board?.tag ?? null, query, at: now });
  });
}

export function endFeed(app: App, user: User, input: FeedInput): void {
  const board = boardOf(app, user, input);
  statements(app.db).end.run({ user: user.id, board: board?.id ?? null, query: input.query ?? null });
}

/** Null also for whoever is no longer on the board. */
export function findFeed(app: App, secret: string): FoundFeed | null {
  const row = statements(app.db).find.get({ secret });
  const user = row && findUser(app, row.userId);
  if (!user || isBlocked(app, user.phone)) return null;
  if (row.query !== null) return { secret, user, board: null, query: row.query };
  const board = findBoardById(app, user, row.boardId);
  return board && { secret, user, board, query: null };
}

export const feedUrl = (app: App, secret: string, format: 'atom' | 'json'): string =>
  `${app.publicUrl}${PATH}${secret}.${format}`;

/** Only what was in the feed has an address, which ends with that of the feed. */
export const enclosureUrl = (app: App, { secret }: FoundFeed, media: number): string =>
  `${app.publicUrl}${PATH}${secret}/${media}-${sign(app, secret, media)}`;

/** Returns the id of the file at such an address. */
export function readEnclosure(app: App, { secret, board }: FoundFeed, name: string): number {
  const [, id = '', signature] = /^([1-9]\d{0,14})-([\w-]{16})$/.exec(name) ?? [];
  const media = Number(id);
  const isMeant = signature !== undefined && sign(app, secret, media) === signature;
  if (!isMeant || (board && !statements(app.db).isOnBoard.get({ board: board.id, media })))
    throw notFound('Media');
  return media;
}

const sign = (app: App, secret: string, media: number): string =>
  createHmac('sha256', app.secret).update(`feed ${secret} ${media}`).digest('base64url').slice(0, 16);

const boardOf = (app: App, user: User, { board }: FeedInput): Board | null =>
  board === undefined ? null : requireBoard(app, user, board);

type Row = { secret: string; board: string | null; query: string | null; at: number };

const toFeed = (app: App, { secret, board, query, at }: Row): Feed => ({
  board,
  query,
  atom: feedUrl(app, secret, 'atom'),
  json: feedUrl(app, secret, 'json'),
  createdAt: new Date(at).toISOString(),
});

type Of = { user: number; board: number | null; query: string | null };
type Found = { userId: number } & ({ boardId: number; query: null } | { boardId: null; query: string });

const statements = prepared(({ $client }) => ({
  list: $client.prepare<Row, { user: number }>(`
    select f.secret, v.tag as board, f.query, f.created_at as at
      from feeds f left join memberships v on v.board_id = f.board_id and v.user_id = f.user_id
     where f.user_id = $user order by f.created_at desc`),
  find: $client.prepare<Found, { secret: string }>(`
    select user_id as userId, board_id as boardId, query from feeds where secret = $secret`),
  insert: $client.prepare<unknown, Of & { secret: string; now: number }>(`
    insert into feeds (secret, user_id, board_id, query, created_at)
    values ($secret, $user, $board, $query, $now)`),
  end: $client.prepare<unknown, Of>(`
    delete from feeds where user_id = $user and coalesce(board_id, 0) = coalesce($board, 0)
       and coalesce(query, '') = coalesce($query, '')`),
  isOnBoard: $client.prepare<unknown, { board: number; media: number }>(`
    select 1 from media f cross join placements p on p.message_id = f.message_id and p.board_id = $board
     where f.id = $media`),
}));
