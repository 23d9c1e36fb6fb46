import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { SharedBoard } from '../contract/boards';
import { isForToken, tokenOf } from '../people/auth/token-boards';

/** Boards are ordered by pin, then newest message or creation (docs/product/boards.md: Order of boards). */

export const tags = (app: App, user: User): string[] =>
  statements(app.db)
    .findPrivate.all({ user: user.id, token: tokenOf(user) })
    .map(({ tag }) => tag);

export const sharedBoards = (app: App, user: User): SharedBoard[] =>
  statements(app.db).findShared.all({ user: user.id, token: tokenOf(user) });

/** Tags of the boards that are lists. */
export const listTags = (app: App, user: User, limit: number): string[] =>
  statements(app.db)
    .findLists.all({ user: user.id, limit })
    .map(({ tag }) => tag);

export const countedBoards = (app: App, user: User): { tag: string; count: number }[] =>
  statements(app.db).findCounted.all({ user: user.id });

type Caller = { user: number; token: number | null };

const LAST_ACTIVITY = 'coalesce(b.latest_at, b.created_at)';
const ORDER = 'order by v.pinned desc, lastActivity desc, b.id desc';

// A plus sign before a parameter keeps SQLite from planning the join anew for each value, and before
// `b.shared` from reading all shared boards for each membership.
const statements = prepared(({ $client }) => ({
  findPrivate: $client.prepare<{ tag: string }, Caller>(`
    select v.tag, ${LAST_ACTIVITY} as lastActivity
      from memberships v cross join boards b on b.id = v.board_id
     where v.user_id = +$user and +b.shared = 0 and ${isForToken('b.id')} ${ORDER}`),
  findShared: $client.prepare<SharedBoard, Caller>(`
    select id, name, role, members from (
      select b.id, v.tag as name, v.role, b.member_count as members, ${LAST_ACTIVITY} as lastActivity, v.pinned
        from memberships v cross join boards b on b.id = v.board_id
       where v.user_id = +$user and +b.shared = 1 and ${isForToken('b.id')} ${ORDER})`),
  findLists: $client.prepare<{ tag: string }, { user: number; limit: number }>(`
    select v.tag, ${LAST_ACTIVITY} as lastActivity
      from memberships v cross join boards b on b.id = v.board_id
     where v.user_id = +$user and b.is_list ${ORDER} limit $limit`),
  findCounted: $client.prepare<{ tag: string; count: number }, { user: number }>(`
    select v.tag, b.message_count as count, ${LAST_ACTIVITY} as lastActivity
      from memberships v cross join boards b on b.id = v.board_id
     where v.user_id = +$user ${ORDER}`),
}));
