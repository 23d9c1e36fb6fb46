import { prepared } from '../../db/open';
import type { App } from '../app/app';

/**
 * Functions that raise the versions of users (`users.version`). A poll compares the version to learn whether
 * something has changed (docs/product.md: Unchanged polls). A command that changes what users see calls one
 * of these functions in its transaction. These functions find the users who see something now. So a command
 * that hides something from users must call the function before the change. A command that shows something to
 * more users must call it after the change.
 *
 * Most of these functions also raise `users.reload_version`, so that open pages get all of their messages
 * once more (docs/product.md: Polled pages).
 */

/**
 * Time when this process started. It is part of `ETag` headers and of `after` in polled pages, because a
 * newer release of the server may return the same rows in another form. Also, a restored backup has lower
 * versions.
 */
export const BOOT = Date.now().toString(36);

/** Raises the version of one user. */
export const bumpUser = (app: App, userId: number) => statements(app.db).bumpUser.run({ user: userId });

/** Raises the versions of a board's members. */
export const bumpReadersOfBoard = (app: App, boardId: number) =>
  statements(app.db).bumpReadersOfBoard.run({ board: boardId });

/**
 * Raises the versions of a board's members after a new message was stored on the board. Does not raise
 * `reload_version`. If an older message was put on the board, call `bumpReadersOfBoard` instead.
 */
export const bumpReadersOfNewMessage = (app: App, boardId: number) =>
  statements(app.db).bumpReadersOfNewMessage.run({ board: boardId });

/**
 * Raises the version of one user after a change that alters the boards of the user but no message, such as
 * pinning a board. Does not raise `reload_version`.
 */
export const bumpBoardsOfUser = (app: App, userId: number) =>
  statements(app.db).bumpBoardsOfUser.run({ user: userId });

/** Raises the versions of everybody who sees one of these messages. */
export const bumpReadersOfMessages = (app: App, messageIds: number[]) =>
  statements(app.db).bumpReadersOfMessages.run({ messages: JSON.stringify(messageIds) });

/**
 * Raises the versions of a user and of everybody who sees this user's name and picture. These are the members
 * of all boards that the user is on or has messages on.
 */
export const bumpViewersOfUser = (app: App, userId: number) =>
  statements(app.db).bumpViewersOfUser.run({ user: userId });

const BOTH = 'version = version + 1, reload_version = version + 1';

// Readers are found by distinct boards, not by the view `visible_messages`, because many messages share few
// boards.
const statements = prepared(({ $client }) => ({
  bumpUser: $client.prepare<unknown, { user: number }>(`update users set ${BOTH} where id = $user`),
  bumpReadersOfBoard: $client.prepare<unknown, { board: number }>(`
    update users set ${BOTH}
     where id in (select user_id from memberships where board_id = $board)`),
  bumpReadersOfNewMessage: $client.prepare<unknown, { board: number }>(`
    update users set version = version + 1
     where id in (select user_id from memberships where board_id = $board)`),
  bumpBoardsOfUser: $client.prepare<unknown, { user: number }>(
    'update users set version = version + 1 where id = $user',
  ),
  bumpReadersOfMessages: $client.prepare<unknown, { messages: string }>(`
    update users set ${BOTH} where id in (
      select user_id from memberships where board_id in (
        select board_id from placements where message_id in (select value from json_each($messages))))`),
  bumpViewersOfUser: $client.prepare<unknown, { user: number }>(`
    update users set ${BOTH} where id = $user or id in (
      select user_id from memberships where board_id in (
        select board_id from memberships where user_id = $user
        union select p.board_id from messages m join placements p on p.message_id = m.id where m.sender_id = $user))`),
}));
