import { randomBytes } from 'node:crypto';
import { prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { notFound } from '../../app/errors';
import { chargeRateLimits } from '../../app/rate-limits';
import type { Licence } from '../../contract/page-choices';
import type { OpenBoard } from '../../contract/pages';
import { type Done, succeeded } from '../../contract/text';
import { bumpReadersOfBoard } from '../../people/versions';
import { requireBoard, requireOwner } from '../boards';
import { askMembers, openBoard, requireOpenable } from './open-boards';

type Settings = { licence: Licence; indexed: boolean };

/** Members agreed to less if the licence changes or search engines come in, so they are asked again. */
export function publish(app: App, user: User, tag: string, { licence, indexed }: Settings): OpenBoard {
  return transaction(app.db, () => {
    const board = requireOpenable(app, user, tag);
    const { find, insert, update } = statements(app.db);
    const before = find.get({ board: board.id });
    const isAsked = !before || before.licence !== licence || (indexed && !before.indexed);
    if (isAsked) chargeRateLimits(app, { 'board opened to others by a person a day': user.id });
    const settings = { board: board.id, licence, indexed };
    if (before) update.run(settings);
    else insert.run({ ...settings, address: randomBytes(10).toString('hex'), now: app.now() });
    if (isAsked) askMembers(app, user, board, 'page');
    if (!before) bumpReadersOfBoard(app, board.id);
    return openBoard(app, user, tag);
  });
}

/** The address is never used again. */
export function unpublish(app: App, user: User, tag: string): Done {
  return transaction(app.db, () => {
    const board = requireOwner(requireBoard(app, user, tag), 'unpublish it');
    const { remove, hideAll } = statements(app.db);
    if (remove.run({ board: board.id }).changes === 0) throw notFound('Page');
    hideAll.run({ board: board.id });
    bumpReadersOfBoard(app, board.id);
    return succeeded(`#${tag} is not published any more.`);
  });
}

/** A board as somebody without an account reads it. `name` is the owner's own. */
export type ReadBoard = {
  id: number;
  name: string;
  firstName: string | null;
  lastName: string | null;
};
export type PublishedBoard = ReadBoard & { audience: 'page'; licence: Licence; indexed: number };

export function findPublished(app: App, address: string): PublishedBoard | null {
  const found = statements(app.db).findPublished.get({ address });
  return found && { ...found, audience: 'page' };
}

/** SQL: the columns of ReadBoard, of the board with the id that follows. */
export const READ_BOARD = `
  b.id, v.tag as name, u.first_name as firstName, u.last_name as lastName`;
/** Not of an owner whose number an operator has blocked. */
export const BOARD_OF_OWNER = `
  boards b cross join memberships v on v.board_id = b.id and v.user_id = b.owner_id
           cross join users u on u.id = b.owner_id
            and not exists (select 1 from blocked_numbers where phone = u.phone)`;

type Stored = { board: number; licence: Licence; indexed: boolean };

const statements = prepared(({ $client }) => ({
  find: $client.prepare<{ licence: Licence; indexed: number }, { board: number }>(`
    select licence, indexed from pages where board_id = $board`),
  insert: $client.prepare<unknown, Stored & { address: string; now: number }>(`
    insert into pages (board_id, address, licence, indexed, created_at)
    values ($board, $address, $licence, $indexed, $now)`),
  update: $client.prepare<unknown, Stored>(`
    update pages set licence = $licence, indexed = $indexed where board_id = $board`),
  remove: $client.prepare<unknown, { board: number }>('delete from pages where board_id = $board'),
  hideAll: $client.prepare<unknown, { board: number }>(`
    update memberships set on_page = 0 where board_id = $board`),
  findPublished: $client.prepare<Omit<PublishedBoard, 'audience'>, { address: string }>(`
    select ${READ_BOARD}, g.licence, g.indexed
      from pages g cross join ${BOARD_OF_OWNER} where g.address = $address and b.id = g.board_id`),
}));
