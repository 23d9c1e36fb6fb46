import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import type { Board } from '../boards/boards';
import { withoutHashtags } from '../contract/hashtags';
import type { Message, Page, Source } from '../contract/messages';
import { avatarUrlOf } from '../contract/users';
import { nameOf } from '../users/users';

/**
 * Lists of messages as one viewer sees them, newest first: by time, then id. Each is one statement, whatever
 * the number of rows; written in SQL because the shape of the index walk is the point of it.
 */

const NO_LIMIT = -1;

/**
 * What `toMessage` needs: the message, its sender, [viewer's tag, sender's tag] of each board the viewer is on,
 * its files. `cross join` keeps SQLite from walking all of the viewer's boards for each message.
 */
const COLUMNS = `
  m.id, m.content, m.created_at as createdAt, m.source, m.sender_id as senderId,
  u.first_name as firstName, u.last_name as lastName, u.avatar_url as avatarUrl, u.phone,
  (select json_group_array(json_array(v.tag, p.tag) order by p.position)
     from placements p cross join memberships v on v.board_id = p.board_id and v.user_id = $viewer
    where p.message_id = m.id) as tags,
  (select json_group_array(json_array(f.id, f.type, f.width, f.height) order by f.position)
     from media f where f.message_id = m.id and f.file is not null) as media`;

const OLDER = '(p.created_at, p.message_id) < ($at, $before)';

const board = prepared((db) =>
  db.$client.prepare<Row, Params & { board: number }>(`
    select ${COLUMNS}
      from placements p join messages m on m.id = p.message_id join users u on u.id = m.sender_id
     where p.board_id = $board and ${OLDER}
     order by p.created_at desc, p.message_id desc limit $limit`),
);

/** Walks the viewer's own messages and each shared board of theirs only as far as the page needs. */
const everything = prepared((db) =>
  db.$client.prepare<Row, Params>(`
    with seen(created_at, message_id) as (
      select * from (
        select p.created_at, p.id as message_id from messages p
         where p.sender_id = $viewer and (p.created_at, p.id) < ($at, $before)
         order by p.created_at desc, p.id desc limit $limit)
      union
      select entry.value ->> 0, entry.value ->> 1
        from memberships v join boards b on b.id = v.board_id and b.shared, json_each((
          select json_group_array(json_array(p.created_at, p.message_id)) from (
            select created_at, message_id from placements p
             where p.board_id = v.board_id and ${OLDER}
             order by p.created_at desc, p.message_id desc limit $limit) p)) entry
       where v.user_id = $viewer
       order by 1 desc, 2 desc limit $limit)
    select ${COLUMNS}
      from seen join messages m on m.id = seen.message_id join users u on u.id = m.sender_id
     order by seen.created_at desc, seen.message_id desc`),
);

const one = prepared((db) =>
  db.$client.prepare<Row, { viewer: number; id: number }>(`
    select ${COLUMNS} from messages m join users u on u.id = m.sender_id where m.id = $id`),
);

/** The messages on a board the viewer holds. */
export const messagesOn = (app: App, viewer: User, { id }: Board, page: Page = {}): Message[] =>
  board(app.db)
    .all({ ...params(app, viewer, page), board: id })
    .map((row) => toMessage(row, viewer));

/** Every message the viewer sees: their own, and those on shared boards they are on. */
export const allMessages = (app: App, viewer: User, page: Page = {}): Message[] =>
  everything(app.db)
    .all(params(app, viewer, page))
    .map((row) => toMessage(row, viewer));

/** One message, if the viewer sees it: when it is on a board they belong to, and no other way (design 5). */
export function findMessage(app: App, viewer: User, id: number): Message | null {
  const row = one(app.db).get({ viewer: viewer.id, id });
  return row && row.tags !== '[]' ? toMessage(row, viewer) : null;
}

const several = prepared((db) =>
  db.$client.prepare<Row, { viewer: number; ids: string }>(`
    select ${COLUMNS}
      from json_each($ids) wanted join messages m on m.id = wanted.value join users u on u.id = m.sender_id
     order by wanted.key`),
);

/** Of these messages those that the viewer sees, in the order given. */
export const messagesOf = (app: App, viewer: User, ids: number[]): Message[] =>
  several(app.db)
    .all({ viewer: viewer.id, ids: JSON.stringify(ids) })
    .filter((row) => row.tags !== '[]')
    .map((row) => toMessage(row, viewer));

type Params = { viewer: number; at: number; before: number; limit: number };

const timeAt = prepared((db) =>
  db.$client.prepare<{ at: number }, { before: number }>(
    'select created_at as at from messages where id <= $before order by id desc limit 1',
  ),
);

/** Where a page begins: behind the message `before`, or where it was if it is gone meanwhile. */
function params(
  app: App,
  viewer: User,
  { before = Number.MAX_SAFE_INTEGER, limit = NO_LIMIT }: Page,
): Params {
  const newest = before === Number.MAX_SAFE_INTEGER;
  const at = newest ? before : (timeAt(app.db).get({ before })?.at ?? 0);
  return { viewer: viewer.id, at, before, limit };
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
  tags: string;
  media: string;
};

function toMessage(row: Row, viewer: User): Message {
  const places = JSON.parse(row.tags) as [viewers: string, senders: string][];
  const media = (
    JSON.parse(row.media) as [id: number, type: string, width: number | null, height: number | null][]
  ).map(([id, type, width, height]) => ({ id, url: `/api/media/${id}`, type, width, height }));
  const own = row.senderId === viewer.id;
  return {
    id: row.id,
    content: own
      ? row.content
      : withoutHashtags(row.content, (slug) => !places.some(([, tag]) => tag === slug)),
    tags: places.map(([tag]) => tag),
    timestamp: new Date(row.createdAt).toISOString(),
    mediaUrl: media[0]?.url ?? null,
    mediaType: media[0]?.type ?? null,
    media,
    senderId: row.senderId,
    senderFirstName: row.firstName,
    senderLastName: row.lastName,
    senderDisplayName: own && !row.firstName ? row.phone : nameOf(row),
    senderAvatarUrl: avatarUrlOf({ id: row.senderId, avatarUrl: row.avatarUrl }),
    source: row.source,
  };
}
