import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { ComposedJson } from '../app/composed-json';
import type { BoardCard, PrivateBoardCard, SharedBoardCard } from '../contract/board-lists';
import type { Role } from '../contract/boards';
import { CARD_EXCERPT_MAX, UNREAD_MAX } from '../contract/limits';
import { beginningOf } from '../contract/text';
import { isForToken, tokenOf } from '../people/auth/token-boards';
import { givenTo } from '../people/given-names';
import { findQuotes } from './find';
import { asGuest, SENDER_COLUMNS, type SenderRow, toSender, visibleContent } from './rows';

/** Triggers (db/triggers.sql) keep counts and newest messages, so that no message is counted here. */

export function privateBoardCards(app: App, user: User): ComposedJson<PrivateBoardCard[]> {
  const rows = statements(app.db).findPrivate.all({ user: user.id, token: tokenOf(user) });
  return composeCards(app, user, rows, ({ tag }) => ({ tag }));
}

export function sharedBoardCards(app: App, user: User): ComposedJson<SharedBoardCard[]> {
  const rows = statements(app.db).findShared.all({ user: user.id, token: tokenOf(user) });
  return composeCards(app, user, rows, ({ tag, role, members, address }) => ({
    name: tag,
    role,
    members,
    address,
  }));
}

type Row = {
  id: number;
  tag: string;
  count: number;
  pinned: number;
  isList: number;
  archived: number;
  published: number;
  hasGuests: number;
  lastActivity: number;
  unread: number;
  seenId: number;
  seenAt: number | null;
  newestId: number | null;
  latest: string | null;
  senderId: number;
  hiding: string | null;
};
type SharedRow = Row & { role: Role; members: number; address: string };

/** The view `board_cards` begins with it; it is left out, because the viewer may not see the answered message. */
const ANSWERED = /^\{"replyTo":(?:(\d+)|null),/;

type Hiding = { content: string; senderTags: string[] };

function composeCards<R extends Row, Card extends BoardCard>(
  app: App,
  viewer: User,
  rows: R[],
  ownFields: (row: R) => Omit<Card, keyof BoardCard | 'count'>,
): ComposedJson<Card[]> {
  const senders = findSenders(app, viewer, rows);
  const answered = rows.map(({ latest }) => Number(ANSWERED.exec(latest ?? '')?.[1] ?? 0));
  const quotes = answered.some(Boolean) ? findQuotes(app, viewer, answered) : null;
  const cards = rows.sort(byActivity).map((row) => {
    const lastActivity = new Date(row.lastActivity).toISOString();
    const board = JSON.stringify({
      ...ownFields(row),
      count: row.count,
      id: row.id,
      pinned: row.pinned === 1,
      list: row.isList === 1,
      archived: row.archived === 1,
      published: row.published === 1,
      hasGuests: row.hasGuests === 1,
      lastActivity,
      unread: row.unread,
      newestId: row.newestId,
      seenId: row.seenId,
      seenAt: row.seenAt === null ? null : new Date(row.seenAt).toISOString(),
    });
    if (row.latest === null) return withFields(board, '"latest":null');
    const message = row.hiding ? hideHashtags(row.latest, JSON.parse(row.hiding)) : row.latest;
    const replyTo = Number(ANSWERED.exec(message)?.[1] ?? 0);
    const quote = quotes?.get(replyTo) ?? null;
    const reply = `"replyTo":${quote && replyTo},"answered":${JSON.stringify(quote)}`;
    const seen = message.replace(ANSWERED, '{').replace(GUEST, '}');
    const guest = GUEST.exec(message)?.[1];
    const sender = guest ? guestOf(senders.get(row.senderId)!, guest) : senders.get(row.senderId);
    const latest = withFields(seen, `"timestamp":"${lastActivity}",${sender},${reply}`);
    return withFields(board, `"latest":${latest}`);
  });
  return new ComposedJson(`[${cards.join(',')}]`);
}

/** The view `board_cards` puts it last, on the cards of guests' messages alone. */
const GUEST = /,"guest":("(?:[^"\\]|\\.)*")\}$/;

const byActivity = (one: Row, other: Row) =>
  other.pinned - one.pinned || other.lastActivity - one.lastActivity || other.id - one.id;

function findSenders(app: App, viewer: User, rows: Row[]): Map<number, string> {
  const ids = [...new Set(rows.map(({ senderId }) => senderId))];
  const senders = statements(app.db).findSenders.all({ ids: JSON.stringify(ids), viewer: viewer.id });
  return new Map(senders.map((row) => [row.senderId, JSON.stringify(toSender(row, viewer)).slice(1, -1)]));
}

function hideHashtags(message: string, { content, senderTags }: Hiding): string {
  const visible = visibleContent(content, senderTags);
  if (visible === content) return message;
  return JSON.stringify({ ...JSON.parse(message), content: beginningOf(visible, CARD_EXCERPT_MAX) });
}

/** `senderId` is nobody's, because a card says `You` for the one of its reader. */
const guestOf = (sender: string, guest: string) =>
  JSON.stringify({ ...asGuest(JSON.parse(`{${sender}}`), JSON.parse(guest)), senderId: 0 }).slice(1, -1);

const withFields = (object: string, fields: string): string => `${object.slice(0, -1)},${fields}}`;

const COLUMNS = `
  b.id, v.tag, b.message_count as count, v.pinned, v.archived, b.is_list as isList,
  exists (select 1 from pages where board_id = b.id) as published,
  exists (select 1 from guest_links where board_id = b.id) as hasGuests, coalesce(b.latest_at, b.created_at) as lastActivity,
  min(v.unread, ${UNREAD_MAX}) as unread, v.seen_id as seenId, v.seen_at as seenAt, b.newest_id as newestId,
  b.latest, b.latest_sender_id as senderId,
  iif((b.latest_sender_id <> v.user_id or +$token is not null) and (instr(b.latest, '#') or instr(b.latest, '＃')), (
    select json_object('content', m.content, 'senderTags', json_group_array(w.sender_tag))
      from messages m cross join visible_messages w on w.message_id = m.id and w.reader_id = v.user_id
     where m.id = b.latest_id and ${isForToken('w.board_id')}), null) as hiding`;
const BOARDS = `
  from memberships v cross join boards b on b.id = v.board_id
 where v.user_id = +$user and ${isForToken('b.id')}`;

type Caller = { user: number; token: number | null };

// A plus sign before `b.shared` keeps SQLite from reading all shared boards for each membership.
const statements = prepared(({ $client }) => ({
  findPrivate: $client.prepare<Row, Caller>(`select ${COLUMNS} ${BOARDS} and +b.shared = 0`),
  findShared: $client.prepare<SharedRow, Caller>(`
    select ${COLUMNS}, v.role, b.member_count as members, b.address ${BOARDS} and +b.shared = 1`),
  findSenders: $client.prepare<SenderRow, { ids: string; viewer: number }>(`
    select ${SENDER_COLUMNS} from users u ${givenTo('$viewer', 'u')} where u.id in (select value from json_each($ids))`),
}));
