import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import type { Board } from '../boards/boards';
import { withoutHashtags } from '../contract/hashtags';
import type { Message, Page, Source } from '../contract/messages';
import { avatarUrlOf } from '../contract/people';
import { publicName, withoutPlaceholder } from '../users/users';

/**
 * Lists of messages as one viewer sees them, newest first: by time, then id. First which messages, by walks of
 * indexes only as far as the page needs; then all about them, in one statement for each kind of thing. Written
 * in SQL because the shape of the walks is the point of it.
 */

const NO_LIMIT = -1;

/** Where a message stands in a list. */
type Key = [createdAt: number, id: number];

type Bounds = { at: number; before: number; limit: number };

const onBoard = prepared((db) =>
  db.$client.prepare<unknown, Bounds & { board: number; since: number }>(`
    select created_at, message_id from placements
     where board_id = +$board and (created_at, message_id) < (+$at, +$before) and created_at >= +$since
     order by created_at desc, message_id desc limit $limit`),
);

const ofSender = prepared((db) =>
  db.$client.prepare<unknown, Bounds & { sender: number }>(`
    select created_at, id from messages
     where sender_id = $sender and (created_at, id) < ($at, $before)
     order by created_at desc, id desc limit $limit`),
);

/** In two walks, so that it costs nothing to have hundreds of private boards. */
const sharedBoards = prepared((db) =>
  db.$client.prepare<{ id: number }, { viewer: number }>(`
    select board_id as id from memberships where user_id = $viewer and role = 'member'
     union all select id from boards where owner_id = $viewer and shared = 1`),
);

/** The messages on a board the viewer holds. */
export function messagesOnBoard(app: App, viewer: User, { id }: Board, page: Page = {}): Message[] {
  const keys = onBoard(app.db).values({ ...bounds(app, page), board: id, since: 0 }) as Key[];
  return findMessages(app, viewer, idsOf(keys));
}

/** Every message the viewer sees: their own, and those on shared boards they are on. */
export function allMessages(app: App, viewer: User, page: Page = {}): Message[] {
  const within = bounds(app, page);
  let keys = ofSender(app.db).values({ ...within, sender: viewer.id }) as Key[];
  for (const { id } of sharedBoards(app.db).all({ viewer: viewer.id })) {
    const since = keys.length === within.limit ? (keys.at(-1)?.[0] ?? 0) : 0;
    const more = onBoard(app.db).values({ ...within, board: id, since }) as Key[];
    if (more.length > 0) keys = merge(keys, more, within.limit);
  }
  return findMessages(app, viewer, idsOf(keys));
}

/** One message, if the viewer sees it: when it is on a board they belong to, and no other way (design 5). */
export const findMessage = (app: App, viewer: User, id: number): Message | null =>
  findMessages(app, viewer, [id])[0] ?? null;

/** Where a page begins: behind the message `before`, or where it was if it is gone meanwhile. */
function bounds(app: App, { before, limit = NO_LIMIT }: Page): Bounds {
  if (before === undefined) return { at: Number.MAX_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER, limit };
  return { at: timeAt(app.db).get({ before })?.at ?? 0, before, limit };
}

const timeAt = prepared((db) =>
  db.$client.prepare<{ at: number }, { before: number }>(
    'select created_at as at from messages where id <= $before order by id desc limit 1',
  ),
);

function merge(some: Key[], others: Key[], limit: number): Key[] {
  const distinct = new Map([...some, ...others].map((key) => [key[1], key]));
  const merged = [...distinct.values()].sort(([at, id], [otherAt, otherId]) => otherAt - at || otherId - id);
  return limit === NO_LIMIT ? merged : merged.slice(0, limit);
}

const idsOf = (keys: Key[]) => keys.map(([, id]) => id);

const rows = prepared((db) =>
  db.$client.prepare<Row, { ids: string }>(`
    select m.id, m.content, m.created_at as createdAt, m.source, m.sender_id as senderId,
           u.first_name as firstName, u.last_name as lastName, u.avatar_url as avatarUrl, u.phone
      from json_each($ids) wanted cross join messages m on m.id = wanted.value
           cross join users u on u.id = m.sender_id`),
);

const places = prepared((db) =>
  db.$client.prepare<Place, { ids: string; viewer: number }>(`
    select v.message_id as messageId, v.reader_tag as tag, v.sender_tag as senderTag
      from json_each($ids) wanted cross join visible_messages v
           on v.message_id = wanted.value and v.reader_id = +$viewer
     order by v.position`),
);

const files = prepared((db) =>
  db.$client.prepare<File, { ids: string }>(`
    select f.message_id as messageId, f.id, f.type, f.width, f.height
      from json_each($ids) wanted cross join media f on f.message_id = wanted.value and f.file is not null
     order by f.position`),
);

/** Of these messages those that the viewer sees, in the order given. */
export function findMessages(app: App, viewer: User, messageIds: number[]): Message[] {
  const ids = JSON.stringify(messageIds);
  const placesOf = Map.groupBy(places(app.db).all({ ids, viewer: viewer.id }), (place) => place.messageId);
  const filesOf = Map.groupBy(files(app.db).all({ ids }), (file) => file.messageId);
  const rowOf = new Map(
    rows(app.db)
      .all({ ids })
      .map((row) => [row.id, row]),
  );
  return messageIds.flatMap((id) => {
    const row = rowOf.get(id);
    const on = placesOf.get(id);
    return row && on ? toMessage(row, on, filesOf.get(id) ?? [], viewer) : [];
  });
}

type Row = {
  id: number;
  content: string;
  createdAt: number;
  source: Source;
  senderId: number;
  firstName: string | null;
  lastName: string | null;
  avatarUrl: string | null;
  phone: string;
};

/** A board the message and the viewer are both on, by the tags of the viewer and of the sender. */
type Place = { messageId: number; tag: string; senderTag: string };

type File = { messageId: number; id: number; type: string; width: number | null; height: number | null };

function toMessage(row: Row, places: Place[], files: File[], viewer: User): Message {
  const media = files.map(({ id, type, width, height }) => ({
    id,
    url: `/api/media/${id}`,
    type,
    width,
    height,
  }));
  const own = row.senderId === viewer.id;
  return {
    id: row.id,
    content: own
      ? row.content
      : withoutHashtags(row.content, (slug) => !places.some(({ senderTag }) => senderTag === slug)),
    tags: places.map(({ tag }) => tag),
    timestamp: new Date(row.createdAt).toISOString(),
    mediaUrl: media[0]?.url ?? null,
    mediaType: media[0]?.type ?? null,
    media,
    senderId: row.senderId,
    senderFirstName: withoutPlaceholder(row.firstName),
    senderLastName: withoutPlaceholder(row.lastName),
    senderDisplayName: own && !withoutPlaceholder(row.firstName) ? row.phone : publicName(row),
    senderAvatarUrl: avatarUrlOf({ id: row.senderId, avatarUrl: row.avatarUrl }),
    source: row.source,
  };
}
