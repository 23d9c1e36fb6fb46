import { prepared } from '../../db/open';
import type { App } from '../app';

/**
 * Functions that raise the versions of users (`users.version`). By its version a poll learns that something
 * has changed (docs/product.md: Unchanged polls). A command that changes what users see calls one of these
 * functions in its transaction. For users who will not see the thing any more, it must do so before the
 * change. For users who did not see the thing before, it must do so after the change.
 */

/** Raises the version of one user. */
export const bumpUser = (app: App, userId: number) => statements(app.db).bumpUser.run({ user: userId });

/** Raises the versions of a board's members. */
export const bumpReadersOfBoard = (app: App, boardId: number) =>
  statements(app.db).bumpReadersOfBoard.run({ board: boardId });

/** Raises the versions of everybody who sees one of these messages. */
export const bumpReadersOfMessages = (app: App, messageIds: number[]) =>
  statements(app.db).bumpReadersOfMessages.run({ messages: JSON.stringify(messageIds) });

/**
 * Raises the versions of a user and of everybody who sees this user's name and picture. These are the members
 * of all boards that the user is on or has messages on.
 */
export const bumpViewersOfUser = (app: App, userId: number) =>
  statements(app.db).bumpViewersOfUser.run({ user: userId });

// Readers are found by distinct boards, not by the view `visible_messages`: many messages share few boards.
const statements = prepared(({ $client }) => ({
  bumpUser: $client.prepare<unknown, { user: number }>(
    'update users set version = version + 1 where id = $user',
  ),
  bumpReadersOfBoard: $client.prepare<unknown, { board: number }>(`
    update users set version = version + 1
     where id in (select user_id from memberships where board_id = $board)`),
  bumpReadersOfMessages: $client.prepare<unknown, { messages: string }>(`
    update users set version = version + 1 where id in (
      select user_id from memberships where board_id in (
        select board_id from placements where message_id in (select value from json_each($messages))))`),
  bumpViewersOfUser: $client.prepare<unknown, { user: number }>(`
    update users set version = version + 1 where id = $user or id in (
      select user_id from memberships where board_id in (
        select board_id from memberships where user_id = $user
        union select p.board_id from messages m join placements p on p.message_id = m.id where m.sender_id = $user))`),
}));
