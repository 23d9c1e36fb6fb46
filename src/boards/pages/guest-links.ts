import { randomBytes } from 'node:crypto';
import { prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { notFound, VisibleError } from '../../app/errors';
import { chargeRateLimits } from '../../app/rate-limits';
import type { OpenBoard } from '../../contract/pages';
import { type Done, succeeded } from '../../contract/text';
import { bumpReadersOfBoard } from '../../people/versions';
import { requireBoard, requireOwner } from '../boards';
import { IS_LIVE, lifeOf } from './lives';
import { askMembers, openBoard, requireOpenable } from './open-boards';
import { BOARD_OF_OWNER, READ_BOARD, type ReadBoard } from './pages';

const DAY_MS = 86_400_000;
const LINKS_MAX = 50;

export function addGuestLink(
  app: App,
  user: User,
  tag: string,
  { mayPost, days }: { mayPost: boolean; days: number },
): OpenBoard {
  return transaction(app.db, () => {
    const board = requireOpenable(app, user, tag);
    chargeRateLimits(app, { 'board opened to others by a person a day': user.id });
    const { guestLinks } = openBoard(app, user, tag);
    if (guestLinks.length >= LINKS_MAX)
      throw new VisibleError(
        'too_many_guest_links',
        `A board has at most ${LINKS_MAX} guest links. End some first.`,
      );
    // an earlier consent was to guests of an earlier time
    if (guestLinks.length === 0) {
      askMembers(app, user, board, 'guests');
      bumpReadersOfBoard(app, board.id);
    }
    const secret = randomBytes(12).toString('hex');
    const now = app.now();
    const link = { board: board.id, user: user.id, secret, mayPost, now, until: now + days * DAY_MS };
    statements(app.db).insert.run(link);
    return openBoard(app, user, tag);
  });
}

export function endGuestLink(app: App, user: User, tag: string, id: number): Done {
  return transaction(app.db, () => {
    const board = requireOwner(requireBoard(app, user, tag), 'end its guest links');
    const { end, left } = statements(app.db);
    if (end.run({ board: board.id, id }).changes === 0) throw notFound('Guest link');
    if (!left.get({ board: board.id })) bumpReadersOfBoard(app, board.id);
    return succeeded('The guest link has ended.');
  });
}

export type GuestBoard = ReadBoard & {
  audience: 'guests';
  linkId: number;
  /** Whom the posts of guests belong to. */
  ownerId: number;
  mayPost: number;
  expiresAt: number;
};

export function findGuestBoard(app: App, secret: string): GuestBoard | null {
  const found = statements(app.db).findBoard.get({ secret, ...lifeOf(app) });
  return found && { ...found, audience: 'guests' };
}

export const deleteEndedGuestLinks = (app: App): void =>
  transaction(app.db, () => {
    for (const { board } of statements(app.db).deleteEnded.all(lifeOf(app))) bumpReadersOfBoard(app, board);
  });

type Life = ReturnType<typeof lifeOf>;

const statements = prepared(({ $client }) => ({
  insert: $client.prepare<unknown, Record<string, string | number | boolean>>(`
    insert into guest_links (board_id, user_id, secret, may_post, created_at, expires_at)
    values ($board, $user, $secret, $mayPost, $now, $until)`),
  end: $client.prepare<unknown, { board: number; id: number }>(`
    delete from guest_links where id = $id and board_id = $board`),
  findBoard: $client.prepare<Omit<GuestBoard, 'audience'>, { secret: string } & Life>(`
    select ${READ_BOARD}, g.id as linkId, b.owner_id as ownerId, g.may_post as mayPost, g.expires_at as expiresAt
      from guest_links g cross join ${BOARD_OF_OWNER} where g.secret = $secret and b.id = g.board_id and ${IS_LIVE}`),
  left: $client.prepare<unknown, { board: number }>('select 1 from guest_links where board_id = $board'),
  deleteEnded: $client.prepare<{ board: number }, Life>(`
    delete from guest_links where expires_at <= $now or expires_at > $latest returning board_id as board`),
}));
