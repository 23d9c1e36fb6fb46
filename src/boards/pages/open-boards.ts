import { prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { VisibleError } from '../../app/errors';
import type { Licence } from '../../contract/page-choices';
import type { OpenBoard, PageAudience } from '../../contract/pages';
import { publicName } from '../../contract/people';
import { enqueue } from '../../outbox/outbox';
import { boardPush } from '../../outbox/push-words';
import { boardOpened, boardOpenedText } from '../../outbox/texts';
import { asKnownTo } from '../../people/given-names';
import { type Board, requireBoard, requireOwner } from '../boards';
import { refuseReservedTag } from '../naming';
import { boardOwner, membersOf } from '../people';
import { IS_LIVE, lifeOf } from './lives';

/** Boards that people without an account read: everybody by a page, or guests (docs/product/pages.md). */

export function openBoard(app: App, user: User, tag: string): OpenBoard {
  return toOpenBoard(app, user, requireBoard(app, user, tag));
}

/** Those of others only as far as they are open. */
export const listOpenBoards = (app: App, user: User): OpenBoard[] =>
  statements(app.db)
    .listOpen.all({ user: user.id, ...lifeOf(app) })
    .map(({ tag }) => openBoard(app, user, tag));

export function requireOpenable(app: App, user: User, tag: string): Board {
  const board = requireOwner(requireBoard(app, user, tag), 'open it to others');
  refuseReservedTag(tag, 'opened to others');
  return board;
}

/** What a member has posted, and will post, shows until it is taken back, or until the member leaves. */
export function showOwn(
  app: App,
  user: User,
  tag: string,
  { audience, shown }: { audience: PageAudience; shown: boolean },
): OpenBoard {
  return transaction(app.db, () => {
    const board = requireBoard(app, user, tag);
    if (board.role === 'owner')
      throw new VisibleError('board_opened_by_you', 'You have opened this board yourself: close it instead.');
    const { page, guestLinks } = toOpenBoard(app, user, board);
    if (shown && (audience === 'page' ? !page : guestLinks.length === 0))
      throw new VisibleError('board_not_open', 'This board is not open to others any more.');
    statements(app.db)[audience === 'page' ? 'setOnPage' : 'setForGuests'].run({
      board: board.id,
      user: user.id,
      shown,
    });
    return toOpenBoard(app, user, board);
  });
}

/** From now on only the owner's messages show; the members are asked for theirs. */
export function askMembers(app: App, owner: User, board: Board, audience: PageAudience): void {
  statements(app.db)[audience === 'page' ? 'showOwnersOnPage' : 'showOwnersToGuests'].run({
    board: board.id,
  });
  for (const member of membersOf(app, board.id)) {
    if (member.id === owner.id || !member.smsEnabled) continue;
    const opened = { boardId: board.id, by: asKnownTo(app, member, owner), tag: member.tag, audience };
    enqueue(app, {
      to: member.phone,
      kind: 'membership',
      cause: owner.id,
      body: boardOpenedText(app, opened),
      push: { ...boardPush(member.tag, boardOpened(opened)), boards: [board.id] },
    });
  }
}

function toOpenBoard(app: App, user: User, board: Board): OpenBoard {
  const { findPage, listLinks, findShown } = statements(app.db);
  const page = findPage.get({ board: board.id });
  const links = listLinks.all({ board: board.id, ...lifeOf(app) });
  const shown = findShown.get({ board: board.id, user: user.id })!;
  const isOwner = board.role === 'owner';
  const madeBy = links.length > 0 ? publicName(asKnownTo(app, user, boardOwner(app, board))) : '';
  return {
    tag: board.tag,
    isOwner,
    page: page && {
      url: `${app.publicUrl}/p/${page.address}`,
      licence: page.licence,
      indexed: page.indexed === 1,
      publishedAt: new Date(page.createdAt).toISOString(),
    },
    guestLinks: links.map(({ id, secret, mayPost, createdAt, expiresAt }) => ({
      id,
      url: isOwner ? `${app.publicUrl}/g/${secret}` : null,
      mayPost: mayPost === 1,
      madeBy,
      createdAt: new Date(createdAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
    })),
    shown: { page: shown.page === 1, guests: shown.guests === 1 },
  };
}

type PageRow = { address: string; licence: Licence; indexed: number; createdAt: number };
type LinkRow = { id: number; secret: string; mayPost: number; createdAt: number; expiresAt: number };
type Life = ReturnType<typeof lifeOf>;
type Shown = { board: number; user: number; shown: boolean };

const statements = prepared(({ $client }) => ({
  findPage: $client.prepare<PageRow, { board: number }>(`
    select address, licence, indexed, created_at as createdAt from pages where board_id = $board`),
  listLinks: $client.prepare<LinkRow, { board: number } & Life>(`
    select id, secret, may_post as mayPost, created_at as createdAt, expires_at as expiresAt
      from guest_links where board_id = $board and ${IS_LIVE} order by id desc`),
  findShown: $client.prepare<{ page: number; guests: number }, { board: number; user: number }>(`
    select on_page as page, for_guests as guests from memberships where board_id = $board and user_id = $user`),
  listOpen: $client.prepare<{ tag: string }, { user: number } & Life>(`
    select v.tag from memberships v
     where v.user_id = $user and (
       exists (select 1 from pages where board_id = v.board_id)
       or exists (select 1 from guest_links where board_id = v.board_id and ${IS_LIVE}))
     order by v.tag`),
  setOnPage: $client.prepare<unknown, Shown>(`
    update memberships set on_page = $shown where board_id = $board and user_id = $user`),
  setForGuests: $client.prepare<unknown, Shown>(`
    update memberships set for_guests = $shown where board_id = $board and user_id = $user`),
  showOwnersOnPage: $client.prepare<unknown, { board: number }>(`
    update memberships set on_page = role = 'owner' where board_id = $board`),
  showOwnersToGuests: $client.prepare<unknown, { board: number }>(`
    update memberships set for_guests = role = 'owner' where board_id = $board`),
}));
