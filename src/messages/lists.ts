import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { type Board, requireBoard } from '../boards/boards';
import type { Message, Page } from '../contract/messages';
import { findMessages } from './find';

/**
 * Lists of messages as one viewer sees them, newest first. A list is read in two steps. The first step finds
 * the time and id of each message on the page, by index scans that stop at the end of the page. The second
 * step reads these messages.
 */

const NO_LIMIT = -1;

/** Sort key of a message in a list: the time of its creation in milliseconds UTC, then its id. */
type SortKey = [createdAt: number, id: number];

/** A page of a list: at most `limit` messages that follow the message `before`, which was created at `at`. */
type Bounds = { at: number; before: number; limit: number };

/** Returns the messages on a board, or a page of them. */
export const messagesOnBoard = (app: App, viewer: User, board: Board, page: Page = {}): Message[] =>
  findMessages(app, viewer, idsOnBoard(app, board, page));

/**
 * Returns the messages on the board that has this tag for the user. Throws NOT_FOUND if there is no such
 * board.
 */
export const messagesOfTag = (app: App, user: User, tag: string, page?: Page): Message[] =>
  messagesOnBoard(app, user, requireBoard(app, user, tag), page);

/**
 * Returns the messages on the shared board that has this tag for the user. Throws NOT_FOUND if there is no
 * such board.
 */
export const messagesOfSharedBoard = (app: App, user: User, tag: string, page?: Page): Message[] =>
  messagesOnBoard(app, user, requireBoard(app, user, tag, 'shared'), page);

/**
 * Returns the messages that the viewer sees, or a page of them: the viewer's own messages, and messages on
 * the viewer's shared boards.
 */
export const allMessages = (app: App, viewer: User, page: Page = {}): Message[] =>
  findMessages(app, viewer, allIds(app, viewer, page));

/** Returns the ids of the messages on a page of a board. */
export function idsOnBoard(app: App, { id }: Board, page: Page): number[] {
  const keys = statements(app.db).keysOnBoard.values({ ...boundsOf(app, page), board: id, since: 0 });
  return idsOf(keys as SortKey[]);
}

/** Returns the ids of the messages on a page of all messages that the viewer sees. */
export function allIds(app: App, viewer: User, page: Page): number[] {
  const { keysOfSender, keysOnBoard, sharedBoards } = statements(app.db);
  const bounds = boundsOf(app, page);
  let keys = keysOfSender.values({ ...bounds, sender: viewer.id }) as SortKey[];
  for (const { id } of sharedBoards.all({ viewer: viewer.id })) {
    const since = keys.length === bounds.limit ? (keys.at(-1)?.[0] ?? 0) : 0;
    const more = keysOnBoard.values({ ...bounds, board: id, since }) as SortKey[];
    if (more.length > 0) keys = mergeKeys(keys, more, bounds.limit);
  }
  return idsOf(keys);
}

/**
 * Returns the bounds of a page. If the message `before` has been deleted, takes the time of the message with
 * the next lower id.
 */
function boundsOf(app: App, { before, limit = NO_LIMIT }: Page): Bounds {
  if (before === undefined) return { at: Number.MAX_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER, limit };
  return { at: statements(app.db).createdAt.get({ before })?.at ?? 0, before, limit };
}

/** Merges two sorted lists of keys. A key that is in both is kept once. */
function mergeKeys(some: SortKey[], others: SortKey[], limit: number): SortKey[] {
  const merged: SortKey[] = [];
  for (let one = 0, other = 0; merged.length !== limit && (one < some.length || other < others.length); ) {
    const [a, b] = [some[one], others[other]];
    const order = a && b ? a[0] - b[0] || a[1] - b[1] : a ? 1 : -1;
    merged.push(order >= 0 ? a! : b!);
    if (order >= 0) one++;
    if (order <= 0) other++;
  }
  return merged;
}

const idsOf = (keys: SortKey[]) => keys.map(([, id]) => id);

// A plus sign before a parameter keeps SQLite from planning the statement anew for each value.
const statements = prepared(({ $client }) => ({
  keysOnBoard: $client.prepare<unknown, Bounds & { board: number; since: number }>(`
    select created_at, message_id from placements
     where board_id = +$board and (created_at, message_id) < (+$at, +$before) and created_at >= +$since
     order by created_at desc, message_id desc limit +$limit`),
  keysOfSender: $client.prepare<unknown, Bounds & { sender: number }>(`
    select created_at, id from messages
     where sender_id = +$sender and (created_at, id) < (+$at, +$before)
     order by created_at desc, id desc limit +$limit`),
  // Two index scans, so that a viewer's hundreds of private boards are not read.
  sharedBoards: $client.prepare<{ id: number }, { viewer: number }>(`
    select board_id as id from memberships where user_id = $viewer and role = 'member'
     union all select id from boards where owner_id = $viewer and shared = 1`),
  createdAt: $client.prepare<{ at: number }, { before: number }>(
    'select created_at as at from messages where id <= $before order by id desc limit 1',
  ),
}));
