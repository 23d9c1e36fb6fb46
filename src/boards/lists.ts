import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import type { Role, SharedBoard } from '../contract/boards';
import { UNREAD_MAX } from '../contract/limits';

/**
 * Lists of a user's boards. The pinned boards come first. Within both groups, the board with the newest
 * message is first; an empty board counts by the time when it was made (docs/product.md: Order of boards).
 */

/** Number of newest messages of a board that are searched for photos. */
const PHOTO_MESSAGES = 6;

/** Returns the tags of a user's private boards. */
export const tags = (app: App, user: User): string[] =>
  statements(app.db)
    .findPrivate.all({ user: user.id })
    .map(({ tag }) => tag);

/** Returns the shared boards that a user is on, under the user's own tags. */
export const sharedBoards = (app: App, user: User): SharedBoard[] =>
  statements(app.db).findShared.all({ user: user.id });

/** A board of one member with what its card needs. */
export type BoardRow = {
  id: number;
  tag: string;
  role: Role;
  count: number;
  pinned: number;
  lastActivity: number;
  unread: number;
  seenId: number;
  seenAt: number | null;
  newestId: number | null;
  latestId: number | null;
  /** JSON array of ids: those of the PHOTO_MESSAGES newest messages that have photos. */
  withPhotos: string;
  members: number;
};

/** Returns the private or the shared boards of a user with what their cards need. */
export const boardRows = (app: App, user: User, { shared }: { shared: boolean }): BoardRow[] =>
  statements(app.db).findWithActivity.all({ user: user.id, shared });

const LAST_ACTIVITY = `
  coalesce((select max(created_at) from placements where board_id = b.id), b.created_at)`;
const MEMBERS = '(select count(*) from memberships where board_id = b.id)';
const ORDER = 'order by v.pinned desc, lastActivity desc, b.id desc';

const statements = prepared(({ $client }) => ({
  // A plus sign before a parameter keeps SQLite from planning the join anew for each value.
  findPrivate: $client.prepare<{ tag: string }, { user: number }>(`
    select v.tag, ${LAST_ACTIVITY} as lastActivity
      from memberships v cross join boards b on b.id = v.board_id
     where v.user_id = +$user and b.shared = 0 ${ORDER}`),
  findShared: $client.prepare<SharedBoard, { user: number }>(`
    select id, name, role, members from (
      select b.id, v.tag as name, v.role, ${MEMBERS} as members, ${LAST_ACTIVITY} as lastActivity, v.pinned
        from memberships v cross join boards b on b.id = v.board_id
       where v.user_id = +$user and b.shared = 1 ${ORDER})`),
  // Each subquery is an index scan that stops after a few rows. The one for `unread` stops after UNREAD_MAX
  // rows, the one for `members` reads all members of the board.
  findWithActivity: $client.prepare<BoardRow, { user: number; shared: boolean }>(`
    select b.id, v.tag, v.role, b.message_count as count, v.pinned, ${LAST_ACTIVITY} as lastActivity,
           v.seen_id as seenId, v.seen_at as seenAt,
           (select max(message_id) from placements where board_id = b.id) as newestId,
           (select message_id from placements where board_id = b.id
             order by created_at desc, message_id desc limit 1) as latestId,
           (select count(*) from messages where id in (
              select message_id from placements where board_id = b.id and message_id > v.seen_id
               order by message_id desc limit ${UNREAD_MAX})
             and (sender_id <> v.user_id or source = 'sms')) as unread,
           (select json_group_array(candidate) from (
              select message_id as candidate from placements where board_id = b.id
               order by created_at desc, message_id desc limit ${PHOTO_MESSAGES})
             where exists (select 1 from media where message_id = candidate
                             and file is not null and type like 'image/%')) as withPhotos,
           ${MEMBERS} as members
      from memberships v cross join boards b on b.id = v.board_id
     where v.user_id = +$user and b.shared = +$shared ${ORDER}`),
}));
