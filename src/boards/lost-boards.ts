import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { Board } from './boards';

/**
 * A shared board that somebody else has deleted, or has removed a person from (docs/product.md: Lost boards).
 * It is stored to tell the person why `tag`, the person's own tag for the board, no longer means the shared
 * board. `owner` is null if the owner's account was deleted.
 */
export type LostBoard = { tag: string; owner: Pick<User, 'firstName' | 'lastName' | 'phone'> | null };

/** Stores that a member loses a board of `owner`. `member.tag` is the member's own tag for the board. */
export const rememberLostBoard = (
  app: App,
  board: Board,
  { owner, member }: { owner: User; member: { id: number; tag: string } },
) => statements(app.db).insert.run({ board: board.id, owner: owner.id, user: member.id, tag: member.tag });

/**
 * Deletes records of lost boards: the record of `board`, because the user is on this board again, and the
 * record of any lost board with the tag `tag`, because the user now uses this tag for `board`.
 */
export const forgetRegainedBoard = (app: App, board: Board, user: User, tag: string) =>
  statements(app.db).deleteRegained.run({ board: board.id, user: user.id, tag });

/** Returns the shared board that a user had under this tag and has lost, or null. */
export function findLostBoard(app: App, user: User, tag: string): LostBoard | null {
  const row = statements(app.db).find.get({ user: user.id, tag });
  return row && toLostBoard(row);
}

/**
 * Finds the private boards of a user that a message is on. Returns the lost boards of this user that had the
 * same tag as one of these private boards.
 */
export const lostBoardsOf = (app: App, user: User, messageId: number): LostBoard[] =>
  statements(app.db).findForMessage.all({ user: user.id, message: messageId }).map(toLostBoard);

/** Deletes the lost boards of a user that had these tags. Called when the user has been told of the loss. */
export const forgetLostBoards = (app: App, user: User, tags: string[]) =>
  statements(app.db).delete.run({ user: user.id, tags: JSON.stringify(tags) });

type LostBoardRow = { tag: string; firstName: string | null; lastName: string | null; phone: string | null };

const toLostBoard = ({ tag, firstName, lastName, phone }: LostBoardRow): LostBoard => ({
  tag,
  owner: phone === null ? null : { firstName, lastName, phone },
});

const SELECT = 'select l.tag, o.first_name as firstName, o.last_name as lastName, o.phone';

const statements = prepared(({ $client }) => ({
  insert: $client.prepare<unknown, { board: number; owner: number; user: number; tag: string }>(`
    insert or replace into lost_boards (user_id, tag, owner_id, board_id) values ($user, $tag, $owner, $board)`),
  deleteRegained: $client.prepare<unknown, { board: number; user: number; tag: string }>(
    'delete from lost_boards where user_id = $user and (tag = $tag or board_id = $board)',
  ),
  find: $client.prepare<LostBoardRow, { user: number; tag: string }>(`
    ${SELECT} from lost_boards l left join users o on o.id = l.owner_id
     where l.user_id = +$user and l.tag = +$tag`),
  findForMessage: $client.prepare<LostBoardRow, { user: number; message: number }>(`
    ${SELECT} from placements p
      join boards b on b.id = p.board_id and b.shared = 0
      join memberships v on v.board_id = p.board_id and v.user_id = +$user
      join lost_boards l on l.user_id = v.user_id and l.tag = v.tag
      left join users o on o.id = l.owner_id
     where p.message_id = +$message order by p.position`),
  delete: $client.prepare<unknown, { user: number; tags: string }>(
    'delete from lost_boards where user_id = $user and tag in (select value from json_each($tags))',
  ),
}));
