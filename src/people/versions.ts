import { prepared } from '../../db/open';
import type { App } from '../app/app';

/** A command that changes what users see calls one of these functions in its transaction. */

/**
 * Time when this process started. It is part of `ETag` headers and of `after` in polled pages, because a
 * newer release of the server may return the same rows in another form. Also, a restored backup has lower
 * versions.
 */
export let BOOT = Date.now().toString(36);

/** All processes of a server must agree, because a page may ask each of them. */
export function takeBoot(boot: string): void {
  BOOT = boot;
}

export const bumpUser = (app: App, userId: number) => statements(app.db).bumpUser.run({ user: userId });

export const bumpReadersOfBoard = (app: App, boardId: number) =>
  statements(app.db).bumpReadersOfBoard.run({ board: boardId });

/** Does not raise `reload_version`. */
export const bumpReadersOfNewMessage = (app: App, boardId: number) =>
  statements(app.db).bumpReadersOfNewMessage.run({ board: boardId });

/** Does not raise `reload_version`. */
export const bumpBoardsOfUser = (app: App, userId: number) =>
  statements(app.db).bumpBoardsOfUser.run({ user: userId });

export const bumpReadersOfMessages = (app: App, messageIds: number[]) =>
  statements(app.db).bumpReadersOfMessages.run({ messages: JSON.stringify(messageIds) });

export const bumpReadersOfReaction = (app: App, reaction: { message: number; user: number }) =>
  statements(app.db).bumpReadersOfReaction.run(reaction);

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
  bumpReadersOfReaction: $client.prepare<unknown, { message: number; user: number }>(`
    update users set ${BOTH} where id in (
      select user_id from memberships where board_id in (
        select p.board_id from placements p cross join memberships v on v.board_id = p.board_id and v.user_id = $user
         where p.message_id = $message))`),
  bumpViewersOfUser: $client.prepare<unknown, { user: number }>(`
    update users set ${BOTH} where id = $user or id in (
      select user_id from memberships where board_id in (
        select board_id from memberships where user_id = $user
        union select p.board_id from messages m join placements p on p.message_id = m.id where m.sender_id = $user))`),
}));
