import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { BoardSeen } from '../contract/board-lists';
import { bumpBoardsOfUser, bumpReadersOfBoard } from '../people/versions';
import { type Board, requireBoard } from './boards';

export function markSeen(app: App, user: User, tag: string, messageId: number): BoardSeen {
  return transaction(app.db, () => {
    const { updateSeen, findSeen } = statements(app.db);
    const key = { user: user.id, board: requireBoard(app, user, tag).id };
    if (updateSeen.run({ ...key, message: messageId, now: app.now() }).changes > 0)
      bumpBoardsOfUser(app, user.id);
    const { seenId, seenAt } = findSeen.get(key)!;
    return { seenId, seenAt: seenAt === null ? null : new Date(seenAt).toISOString() };
  });
}

export const markAllSeen = (app: App, messageIds: number[]) =>
  statements(app.db).updateAllSeen.run({ messages: JSON.stringify(messageIds) });

export function pinBoard(app: App, user: User, tag: string, pinned: boolean): { pinned: boolean } {
  return transaction(app.db, () => {
    const board = requireBoard(app, user, tag);
    const { changes } = statements(app.db).updatePinned.run({ user: user.id, board: board.id, pinned });
    if (changes > 0) bumpBoardsOfUser(app, user.id);
    return { pinned };
  });
}

/** For all members: what can be ticked is the same for everybody who sees it. */
export function setList(app: App, user: User, tag: string, list: boolean): { list: boolean } {
  return transaction(app.db, () => {
    const board = requireBoard(app, user, tag);
    const { changes } = statements(app.db).updateList.run({ board: board.id, list });
    if (changes > 0) bumpReadersOfBoard(app, board.id);
    return { list };
  });
}

export const isList = (app: App, { id }: Board): boolean =>
  statements(app.db).findList.get({ board: id })?.isList === 1;

/** An archived board tells of nothing that is new (docs/product/boards.md: Archived boards). */
export function archiveBoard(app: App, user: User, tag: string, archived: boolean): { archived: boolean } {
  return transaction(app.db, () => {
    const board = requireBoard(app, user, tag);
    const { changes } = statements(app.db).updateArchived.run({ user: user.id, board: board.id, archived });
    if (changes > 0) bumpBoardsOfUser(app, user.id);
    return { archived };
  });
}

type Key = { user: number; board: number };

const statements = prepared(({ $client }) => ({
  // `min`, because an id above that of the board's newest message would also mark later messages as seen.
  updateSeen: $client.prepare<unknown, Key & { message: number; now: number }>(`
    update memberships set seen_at = $now,
           seen_id = min($message, (select newest_id from boards where id = $board))
     where board_id = $board and user_id = $user
       and seen_id < min($message, (select newest_id from boards where id = $board))`),
  findSeen: $client.prepare<{ seenId: number; seenAt: number | null }, Key>(`
    select seen_id as seenId, seen_at as seenAt from memberships where board_id = $board and user_id = $user`),
  updateAllSeen: $client.prepare<unknown, { messages: string }>(`
    update memberships set seen_id = (select max(id) from messages) where board_id in (
      select board_id from placements where message_id in (select value from json_each($messages)))`),
  updateList: $client.prepare<unknown, { board: number; list: boolean }>(`
    update boards set is_list = $list where id = $board and is_list <> $list`),
  findList: $client.prepare<{ isList: number }, { board: number }>(
    'select is_list as isList from boards where id = $board',
  ),
  updatePinned: $client.prepare<unknown, Key & { pinned: boolean }>(`
    update memberships set pinned = $pinned
     where board_id = $board and user_id = $user and pinned <> $pinned`),
  updateArchived: $client.prepare<unknown, Key & { archived: boolean }>(`
    update memberships set archived = $archived
     where board_id = $board and user_id = $user and archived <> $archived`),
}));
