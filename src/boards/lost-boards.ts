import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { NamedUser } from '../contract/people';
import type { Board } from './boards';

/** Tells a person why the own tag no longer means the shared board (docs/product/members.md: Lost boards). */
export type LostBoard = { tag: string; owner: NamedUser | null };

export const rememberLostBoard = (
  app: App,
  board: Board,
  { owner, member }: { owner: User; member: { id: number; tag: string } },
) => statements(app.db).insert.run({ board: board.id, owner: owner.id, user: member.id, tag: member.tag });

/** Also forgets a lost board with the tag that the user now uses for `board`. */
export const forgetRegainedBoard = (app: App, board: Board, user: User, tag: string) =>
  statements(app.db).deleteRegained.run({ board: board.id, user: user.id, tag });

export function findLostBoard(app: App, user: User, tag: string): LostBoard | null {
  const row = statements(app.db).find.get({ user: user.id, tag });
  return row && toLostBoard(row);
}

export const lostBoardsOf = (app: App, user: User, messageId: number): LostBoard[] =>
  statements(app.db).findForMessage.all({ user: user.id, message: messageId }).map(toLostBoard);

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
  deleteRegained: $client.prepare<unknown, { board: number; user: number; tag: string }>(`
    delete from lost_boards where user_id = $user and (tag = $tag or board_id = $board)`),
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
  delete: $client.prepare<unknown, { user: number; tags: string }>(`
    delete from lost_boards where user_id = $user and tag in (select value from json_each($tags))`),
}));
