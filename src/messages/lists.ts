import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { type Board, requireBoard } from '../boards/boards';
import { withoutHashtags } from '../contract/hashtags';
import type { Message, Page, Source } from '../contract/messages';
import { avatarUrlOf, maskPhone, namesOf } from '../contract/people';
import { notFound } from '../errors';
import { FILE_COLUMNS, type FileColumns, toMedia } from '../media/media';
import { nameOrNull } from '../users/users';
import { type UnquotedMessage, withQuotes } from './quotes';

/**
 * Lists of messages as one viewer sees them, newest first. A list is read in two steps. The first step finds
 * the time and id of each message on the page, by index scans that stop at the end of the page. The second
 * step reads these messages, with one statement each for messages, placements and files.
 */

const NO_LIMIT = -1;

/** Sort key of a message in a list: the time of its creation in milliseconds UTC, then its id. */
type SortKey = [createdAt: number, id: number];

/**
 * A page: at most `limit` messages that come after the message with the id `before`, which was created at
 * `at`.
 */
type Bounds = { at: number; before: number; limit: number };

/** Returns the messages on a board. */
export function messagesOnBoard(app: App, viewer: User, { id }: Board, page: Page = {}): Message[] {
  const keys = statements(app.db).keysOnBoard.values({ ...boundsOf(app, page), board: id, since: 0 });
  return findMessages(app, viewer, idsOf(keys as SortKey[]));
}

/** Returns the messages on the user's board of a tag. Throws NOT_FOUND without such a board. */
export const messagesOfTag = (app: App, user: User, tag: string, page?: Page): Message[] =>
  messagesOnBoard(app, user, requireBoard(app, user, tag), page);

/** Returns the messages on the user's shared board of a tag. Throws NOT_FOUND without such a board. */
export const messagesOfSharedBoard = (app: App, user: User, tag: string, page?: Page): Message[] =>
  messagesOnBoard(app, user, requireBoard(app, user, tag, 'shared'), page);

/**
 * Returns the messages that the viewer sees, or a page of them: the viewer's own, and those on shared boards.
 */
export function allMessages(app: App, viewer: User, page: Page = {}): Message[] {
  const { keysOfSender, keysOnBoard, sharedBoards } = statements(app.db);
  const bounds = boundsOf(app, page);
  let keys = keysOfSender.values({ ...bounds, sender: viewer.id }) as SortKey[];
  for (const { id } of sharedBoards.all({ viewer: viewer.id })) {
    const since = keys.length === bounds.limit ? (keys.at(-1)?.[0] ?? 0) : 0;
    const more = keysOnBoard.values({ ...bounds, board: id, since }) as SortKey[];
    if (more.length > 0) keys = mergeKeys(keys, more, bounds.limit);
  }
  return findMessages(app, viewer, idsOf(keys));
}

/** Returns a message, or null when the viewer does not see it (docs/product.md: Visibility). */
export const findMessage = (app: App, viewer: User, id: number): Message | null =>
  findMessages(app, viewer, [id])[0] ?? null;

/** Returns a message. Throws NOT_FOUND when the viewer does not see it. */
export function requireMessage(app: App, viewer: User, id: number): Message {
  const message = findMessage(app, viewer, id);
  if (!message) throw notFound('Message');
  return message;
}

/** Returns those of the messages that the viewer sees, in the order of `messageIds`, with their quotes. */
export const findMessages = (app: App, viewer: User, messageIds: number[]): Message[] =>
  withQuotes(app, viewer, messageIds, (ids) => readMessages(app, viewer, ids));

function readMessages(app: App, viewer: User, messageIds: number[]): UnquotedMessage[] {
  const { messages, visiblePlacements, files } = statements(app.db);
  const ids = JSON.stringify(messageIds);
  const rows = new Map(messages.all({ ids, viewer: viewer.id }).map((row) => [row.id, row]));
  const placements = Map.groupBy(
    visiblePlacements.all({ ids, viewer: viewer.id }),
    ({ messageId }) => messageId,
  );
  const filesOf = Map.groupBy(files.all({ ids }), ({ messageId }) => messageId);
  return messageIds.flatMap((id) => {
    const row = rows.get(id);
    const visible = placements.get(id);
    return row && visible ? toMessage(row, visible, filesOf.get(id) ?? [], viewer) : [];
  });
}

/**
 * Returns the bounds of a page. If the message `before` has been deleted, takes the time of the message with
 * the next lower id.
 */
function boundsOf(app: App, { before, limit = NO_LIMIT }: Page): Bounds {
  if (before === undefined) return { at: Number.MAX_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER, limit };
  return { at: statements(app.db).createdAt.get({ before })?.at ?? 0, before, limit };
}

function mergeKeys(some: SortKey[], others: SortKey[], limit: number): SortKey[] {
  const distinct = new Map([...some, ...others].map((key) => [key[1], key]));
  const merged = [...distinct.values()].sort(([at, id], [otherAt, otherId]) => otherAt - at || otherId - id);
  return limit === NO_LIMIT ? merged : merged.slice(0, limit);
}

const idsOf = (keys: SortKey[]) => keys.map(([, id]) => id);

type MessageRow = {
  id: number;
  content: string;
  createdAt: number;
  source: Source;
  replyToId: number | null;
  senderId: number;
  firstName: string | null;
  lastName: string | null;
  avatarUrl: string | null;
  phone: string;
  remindAt: number | null;
  remindRule: string | null;
};

/** A board that both the message and the viewer are on: the viewer's tag for it, and the sender's. */
type VisiblePlacement = { messageId: number; tag: string; senderTag: string };

type FileRow = FileColumns & { messageId: number };

function toMessage(
  row: MessageRow,
  placements: VisiblePlacement[],
  files: FileRow[],
  viewer: User,
): UnquotedMessage {
  const media = files.map(toMedia);
  const isOwn = row.senderId === viewer.id;
  // hides every hashtag except those of boards that the viewer is on (docs/product.md: Hidden hashtags)
  const isHidden = (slug: string) => !placements.some(({ senderTag }) => senderTag === slug);
  const { firstName, lastName } = namesOf(row);
  return {
    id: row.id,
    content: isOwn ? row.content : withoutHashtags(row.content, isHidden),
    tags: placements.map(({ tag }) => tag),
    timestamp: new Date(row.createdAt).toISOString(),
    mediaUrl: media[0]?.url ?? null,
    mediaType: media[0]?.type ?? null,
    media,
    senderId: row.senderId,
    senderFirstName: firstName,
    senderLastName: lastName,
    senderDisplayName: nameOrNull(row) ?? (isOwn ? row.phone : maskPhone(row.phone)),
    senderAvatarUrl: avatarUrlOf({ id: row.senderId, avatarUrl: row.avatarUrl }),
    source: row.source,
    storedReplyTo: row.replyToId,
    remindAt: row.remindAt === null ? null : new Date(row.remindAt).toISOString(),
    remindRule: row.remindRule,
  };
}

// `cross join` keeps the order of the tables, and a plus sign before a parameter keeps SQLite from planning
// the statement anew for each value.
const statements = prepared(({ $client }) => ({
  keysOnBoard: $client.prepare<unknown, Bounds & { board: number; since: number }>(`
    select created_at, message_id from placements
     where board_id = +$board and (created_at, message_id) < (+$at, +$before) and created_at >= +$since
     order by created_at desc, message_id desc limit +$limit`),
  keysOfSender: $client.prepare<unknown, Bounds & { sender: number }>(`
    select created_at, id from messages
     where sender_id = $sender and (created_at, id) < ($at, $before)
     order by created_at desc, id desc limit +$limit`),
  // Two index scans, so that a viewer's hundreds of private boards are not read.
  sharedBoards: $client.prepare<{ id: number }, { viewer: number }>(`
    select board_id as id from memberships where user_id = $viewer and role = 'member'
     union all select id from boards where owner_id = $viewer and shared = 1`),
  createdAt: $client.prepare<{ at: number }, { before: number }>(
    'select created_at as at from messages where id <= $before order by id desc limit 1',
  ),
  messages: $client.prepare<MessageRow, { ids: string; viewer: number }>(`
    select m.id, m.content, m.created_at as createdAt, m.source, m.sender_id as senderId,
           m.reply_to_id as replyToId, u.first_name as firstName, u.last_name as lastName,
           u.avatar_url as avatarUrl, u.phone, r.at as remindAt, r.rule as remindRule
      from json_each($ids) wanted cross join messages m on m.id = wanted.value
           cross join users u on u.id = m.sender_id
           left join reminders r on r.user_id = +$viewer and r.message_id = m.id and r.at is not null
                and r.done_at is null`),
  visiblePlacements: $client.prepare<VisiblePlacement, { ids: string; viewer: number }>(`
    select v.message_id as messageId, v.reader_tag as tag, v.sender_tag as senderTag
      from json_each($ids) wanted cross join visible_messages v
           on v.message_id = wanted.value and v.reader_id = +$viewer
     order by v.position`),
  files: $client.prepare<FileRow, { ids: string }>(`
    select message_id as messageId, ${FILE_COLUMNS}
      from (select value as wanted from json_each($ids)) cross join media f on f.message_id = wanted and f.file is not null
     order by f.position`),
}));
