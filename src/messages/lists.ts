import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { type Board, boardIdsOfToken, findBoard, requireBoard, sharedBoardIds } from '../boards/boards';
import type { Message, Page } from '../contract/messages';
import { isForToken, tokenOf } from '../people/auth/token-boards';
import { findMessages, requireMessage } from './find';

/** Index scans that stop at the end of the page find the times and ids; then these messages are read. */

const NO_LIMIT = -1;

type SortKey = [createdAt: number, id: number];

/** At most `limit` messages that follow the message `before`, which was created at `at`. */
type Bounds = { at: number; before: number; limit: number; only: string | null; viewer: number };

export const messagesOnBoard = (app: App, viewer: User, board: Board, page: Page = {}): Message[] =>
  findMessages(app, viewer, idsOnBoard(app, viewer, board, page));

/** A tag without a board has no messages. */
export function messagesOfTag(app: App, user: User, tag: string, page?: Page): Message[] {
  const board = findBoard(app, user, tag);
  return board ? messagesOnBoard(app, user, board, page) : [];
}

export const messagesOfSharedBoard = (app: App, user: User, tag: string, page?: Page): Message[] =>
  messagesOnBoard(app, user, requireBoard(app, user, tag, 'shared'), page);

export const allMessages = (app: App, viewer: User, page: Page = {}): Message[] =>
  findMessages(app, viewer, allIds(app, viewer, page));

/** Of all pages together: what is on the board of a tag, or everything that the viewer sees. */
export function countMessages(app: App, viewer: User, { only }: Page, tag?: string): number {
  if (tag === undefined) return allIds(app, viewer, { only }).length;
  const board = findBoard(app, viewer, tag);
  return board ? idsOnBoard(app, viewer, board, { only }).length : 0;
}

export function idsOnBoard(app: App, viewer: User, { id }: Board, page: Page): number[] {
  return unlessDone(app, viewer, page, (page) => {
    const bounds = { ...boundsOf(app, viewer, page), board: id, since: 0 };
    return idsOf(statements(app.db).keysOnBoard.values(bounds) as SortKey[]);
  });
}

export const allIds = (app: App, viewer: User, page: Page): number[] =>
  unlessDone(app, viewer, page, (page) => idsOfAll(app, viewer, page));

/** What they sent themselves, the newest first. */
export const latestOwn = (app: App, user: User, limit: number): Message[] =>
  findMessages(
    app,
    user,
    idsOf(
      statements(app.db).keysOfSender.values({
        ...boundsOf(app, user, { limit }),
        sender: user.id,
      }) as SortKey[],
    ),
  );

const OPEN_BATCH = 100;
const OPEN_READ_MAX = 2_000;

/** What is open of a list only its text tells, so for `only: 'open'` all that may be are read, the newest first. */
function unlessDone(app: App, viewer: User, page: Page, read: (page: Page) => number[]): number[] {
  if (page.only !== 'open') return read(page);
  const open: number[] = [];
  const { limit = Number.POSITIVE_INFINITY } = page;
  let { before } = page;
  for (let count = 0; count < OPEN_READ_MAX && open.length < limit; count += OPEN_BATCH) {
    const ids = read({ ...page, before, limit: OPEN_BATCH });
    const messages = findMessages(app, viewer, ids);
    open.push(...messages.filter(isOpen).map(({ id }) => id));
    if (ids.length < OPEN_BATCH) break;
    before = ids.at(-1);
  }
  return open.slice(0, limit);
}

const isOpen = ({ remindAt, items = [] }: Message) =>
  remindAt !== null || items.some(({ doneAt }) => doneAt === null);

function idsOfAll(app: App, viewer: User, page: Page): number[] {
  const { keysOfSender, keysOnBoard } = statements(app.db);
  const bounds = boundsOf(app, viewer, page);
  let keys: SortKey[] = [];
  if (!viewer.byToken) keys = keysOfSender.values({ ...bounds, sender: viewer.id }) as SortKey[];
  for (const board of viewer.byToken ? boardIdsOfToken(app, viewer) : sharedBoardIds(app, viewer)) {
    const since = keys.length === bounds.limit ? (keys.at(-1)?.[0] ?? 0) : 0;
    const more = keysOnBoard.values({ ...bounds, board, since }) as SortKey[];
    if (more.length > 0) keys = mergeKeys(keys, more, bounds.limit);
  }
  return idsOf(keys);
}

/** A message that the viewer does not see interrupts the thread. */
export function threadOf(app: App, viewer: User, id: number): Message[] {
  requireMessage(app, viewer, id);
  const { findFirst, findThread } = statements(app.db);
  const first = findFirst.get({ id, viewer: viewer.id, token: tokenOf(viewer) })?.id ?? id;
  const ids = findThread.all({ id: first, viewer: viewer.id, token: tokenOf(viewer) }).map((row) => row.id);
  return findMessages(app, viewer, ids);
}

/** If the message `before` has been deleted, takes the time of the message with the next lower id. */
function boundsOf(app: App, { id: viewer }: User, { before, limit = NO_LIMIT, only }: Page): Bounds {
  const latest = Number.MAX_SAFE_INTEGER;
  const at = before === undefined ? latest : (statements(app.db).createdAt.get({ before })?.at ?? 0);
  return { at, before: before ?? latest, limit, only: only ?? null, viewer };
}

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

type Thread = { id: number; viewer: number; token: number | null };

const IS_VISIBLE = `exists (
  select 1 from visible_messages v
   where v.message_id = m.id and v.reader_id = +$viewer and ${isForToken('v.board_id')})`;

/** SQL: whether the message with this id belongs to that part of a list, or may be open. */
const matches = (id: string) => `
  case +$only when 'photos' then ${hasFile(id, '')} when 'files' then ${hasFile(id, 'not')}
    when 'links' then exists (select 1 from links where message_id = ${id})
    when 'open' then exists (
      select 1 from reminders where user_id = +$viewer and message_id = ${id} and at is not null and done_at is null)
      or exists (select 1 from messages t where t.id = ${id} and t.content glob '*[-–•*☐[]*')
      or exists (
        select 1 from placements l cross join boards b on b.id = l.board_id
         where l.message_id = ${id} and b.is_list = 1)
    else 1 end`;

const hasFile = (id: string, not: '' | 'not') => `exists (
  select 1 from media f where f.message_id = ${id} and f.file is not null
     and ${not} (f.type like 'image/%' or f.type like 'video/%'))`;

// A plus sign before a parameter keeps SQLite from planning the statement anew for each value.
const statements = prepared(({ $client }) => ({
  keysOnBoard: $client.prepare<unknown, Bounds & { board: number; since: number }>(`
    select created_at, message_id from placements
     where board_id = +$board and (created_at, message_id) < (+$at, +$before) and created_at >= +$since
       and ${matches('placements.message_id')}
     order by created_at desc, message_id desc limit +$limit`),
  keysOfSender: $client.prepare<unknown, Bounds & { sender: number }>(`
    select created_at, id from messages
     where sender_id = +$sender and (created_at, id) < (+$at, +$before)
       and ${matches('messages.id')}
     order by created_at desc, id desc limit +$limit`),
  createdAt: $client.prepare<{ at: number }, { before: number }>(`
    select created_at as at from messages where id <= $before order by id desc limit 1`),
  findFirst: $client.prepare<{ id: number }, Thread>(`
    with recursive answered (id, reply_to_id, steps) as (
      select id, reply_to_id, 0 from messages where id = $id
      union all
      select m.id, m.reply_to_id, steps + 1
        from answered cross join messages m on m.id = answered.reply_to_id and m.id < answered.id
       where ${IS_VISIBLE})
    select id from answered order by steps desc limit 1`),
  findThread: $client.prepare<{ id: number }, Thread>(`
    with recursive thread (id, created_at) as (
      select id, created_at from messages where id = $id
      union
      select m.id, m.created_at from thread cross join messages m on m.reply_to_id = thread.id and m.id > thread.id
       where ${IS_VISIBLE})
    select id from thread order by created_at desc, id desc`),
}));
