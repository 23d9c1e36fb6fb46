import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import type { BoardCard, Latest, PrivateBoardCard, SharedBoardCard } from '../contract/board-lists';
import type { Role } from '../contract/boards';
import { CARD_EXCERPT_MAX, CARD_PHOTOS_MAX, UNREAD_MAX } from '../contract/limits';
import { beginningOf } from '../contract/text';
import { FILE_JSON, toMediaList } from '../media/media';
import { SENDER_COLUMNS, type SenderRow, toSender, visibleContent } from './rows';

/**
 * Cards of boards for the dashboard, read by one statement for each list. The pinned boards come first.
 * Within the pinned and within the other boards, the board with the newest message is first. A board without
 * messages counts by the time when it was created (docs/product.md: Order of boards).
 */

/** Number of newest messages of a board that are searched for photos. */
const PHOTO_MESSAGES = 6;

/** Returns the private boards of a user. */
export const privateBoardCards = (app: App, user: User): PrivateBoardCard[] =>
  statements(app.db)
    .findCards.all({ user: user.id, shared: false })
    .map((row) => ({ tag: row.tag, count: row.count, ...toCard(row, user) }));

/** Returns the shared boards that a user is on, under the user's own tags. */
export const sharedBoardCards = (app: App, user: User): SharedBoardCard[] =>
  statements(app.db)
    .findCards.all({ user: user.id, shared: true })
    .map((row) => ({
      name: row.tag,
      role: row.role,
      members: row.members,
      count: row.count,
      ...toCard(row, user),
    }));

/**
 * One member's view of a board, with the newest message of the board. Without a message, the message's
 * columns are null.
 */
type Row = SenderRow & {
  id: number;
  tag: string;
  role: Role;
  count: number;
  pinned: number;
  /** Time of the newest message, or of the board's creation if it has no message. */
  lastActivity: number;
  unread: number;
  seenId: number;
  seenAt: number | null;
  newestId: number | null;
  members: number;
  latestId: number | null;
  content: string;
  /**
   * JSON array of the sender's tags for those of the message's boards that the viewer is on. Null if the
   * content has no hashtag to hide.
   */
  senderTags: string | null;
  fileType: string | null;
  /** JSON array of FileColumns. Null without photos. */
  photos: string | null;
};

function toCard(row: Row, viewer: User): BoardCard {
  const lastActivity = new Date(row.lastActivity).toISOString();
  return {
    id: row.id,
    pinned: row.pinned === 1,
    lastActivity,
    unread: row.unread,
    newestId: row.newestId,
    seenId: row.seenId,
    seenAt: row.seenAt === null ? null : new Date(row.seenAt).toISOString(),
    latest: row.latestId === null ? null : toLatest(row, row.latestId, lastActivity, viewer),
  };
}

function toLatest(row: Row, id: number, timestamp: string, viewer: User): Latest {
  const { content, senderTags } = row;
  const visible = senderTags === null ? content : visibleContent(content, JSON.parse(senderTags));
  return {
    id,
    content: beginningOf(visible, CARD_EXCERPT_MAX),
    timestamp,
    ...toSender(row, viewer),
    photos: toMediaList(row.photos),
    fileType: row.fileType,
  };
}

const statements = prepared(({ $client }) => ({
  // Each subquery is an index scan that stops after a few rows. The one for `unread` stops after UNREAD_MAX
  // rows, the one for `members` reads all members of the board. `cross join` keeps the order of the photos.
  findCards: $client.prepare<Row, { user: number; shared: boolean }>(`
    select b.id, v.tag, v.role, b.message_count as count, v.pinned,
           coalesce(m.created_at, b.created_at) as lastActivity, v.seen_id as seenId, v.seen_at as seenAt,
           (select max(message_id) from placements where board_id = b.id) as newestId,
           (select count(*) from (
              select known_to from placements where board_id = b.id and message_id > v.seen_id
               order by message_id desc limit ${UNREAD_MAX})
             where known_to is not v.user_id) as unread,
           (select count(*) from memberships where board_id = b.id) as members,
           m.id as latestId, m.content, ${SENDER_COLUMNS},
           iif(m.sender_id <> v.user_id and instr(m.content, '#') > 0, (
             select json_group_array(sender_tag) from visible_messages
              where message_id = m.id and reader_id = v.user_id), null) as senderTags,
           (select type from media where message_id = m.id and file is not null and type not like 'image/%'
             order by position limit 1) as fileType,
           (select '[' || group_concat(file) || ']' from (
              select ${FILE_JSON} as file from (
                select message_id as recent from placements where board_id = b.id
                 order by created_at desc, message_id desc limit ${PHOTO_MESSAGES})
              cross join media f on f.message_id = recent and f.file is not null and f.type like 'image/%'
              limit ${CARD_PHOTOS_MAX})) as photos
      from memberships v cross join boards b on b.id = v.board_id
           left join messages m on m.id = (
             select message_id from placements where board_id = b.id order by created_at desc, message_id desc limit 1)
           left join users u on u.id = m.sender_id
     where v.user_id = +$user and b.shared = +$shared
     order by v.pinned desc, lastActivity desc, b.id desc`),
}));
