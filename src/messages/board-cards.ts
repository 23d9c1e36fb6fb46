import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { ComposedJson } from '../app/composed-json';
import type { BoardCard, PrivateBoardCard, SharedBoardCard } from '../contract/board-lists';
import type { Role } from '../contract/boards';
import { CARD_EXCERPT_MAX, UNREAD_MAX } from '../contract/limits';
import { beginningOf } from '../contract/text';
import { SENDER_COLUMNS, type SenderRow, toSender, visibleContent } from './rows';

/**
 * Cards of boards for the dashboard. Triggers (db/triggers.sql) keep the counts and the newest message (as
 * JSON) of each board in the rows of `boards` and `memberships`. So a list of cards is read without counting
 * messages.
 */

/** Returns the private boards of a user. */
export function privateBoardCards(app: App, user: User): ComposedJson<PrivateBoardCard[]> {
  const rows = statements(app.db).findPrivate.all({ user: user.id });
  return composeCards(app, user, rows, ({ tag }) => ({ tag }));
}

/** Returns the shared boards that a user is on, under the user's own tags. */
export function sharedBoardCards(app: App, user: User): ComposedJson<SharedBoardCard[]> {
  const rows = statements(app.db).findShared.all({ user: user.id });
  return composeCards(app, user, rows, ({ tag, role, members }) => ({ name: tag, role, members }));
}

/** One member's view of a board, with the newest message of the board. */
type Row = {
  id: number;
  tag: string;
  count: number;
  pinned: number;
  /** Time of the newest message, or of the board's creation if it has no message. */
  lastActivity: number;
  unread: number;
  seenId: number;
  seenAt: number | null;
  newestId: number | null;
  /** JSON of the newest message without its time and sender. Null if the board has no message. */
  latest: string | null;
  senderId: number;
  /** JSON of `Hiding` if the newest message may have hashtags that the member must not see. */
  hiding?: string | null;
};
type SharedRow = Row & { role: Role; members: number };

/** The whole content of a message, and its sender's tags for the boards that the reader is on. */
type Hiding = { content: string; senderTags: string[] };

/** Returns the cards of boards. `ownFields` returns the fields that only this kind of card has. */
function composeCards<R extends Row, Card extends BoardCard>(
  app: App,
  viewer: User,
  rows: R[],
  ownFields: (row: R) => Omit<Card, keyof BoardCard | 'count'>,
): ComposedJson<Card[]> {
  const senders = findSenders(app, viewer, rows);
  const cards = rows.sort(byActivity).map((row) => {
    const lastActivity = new Date(row.lastActivity).toISOString();
    const board = JSON.stringify({
      ...ownFields(row),
      count: row.count,
      id: row.id,
      pinned: row.pinned === 1,
      lastActivity,
      unread: row.unread,
      newestId: row.newestId,
      seenId: row.seenId,
      seenAt: row.seenAt === null ? null : new Date(row.seenAt).toISOString(),
    });
    if (row.latest === null) return withFields(board, '"latest":null');
    const message = row.hiding ? hideHashtags(row.latest, JSON.parse(row.hiding)) : row.latest;
    const latest = withFields(message, `"timestamp":"${lastActivity}",${senders.get(row.senderId)}`);
    return withFields(board, `"latest":${latest}`);
  });
  return new ComposedJson(`[${cards.join(',')}]`);
}

/**
 * Orders boards: pinned boards before the others. In both groups, the board with the newest message is first.
 * A board without messages counts by the time when it was created (docs/product.md: Order of boards).
 */
const byActivity = (one: Row, other: Row) =>
  other.pinned - one.pinned || other.lastActivity - one.lastActivity || other.id - one.id;

/** Maps the id of each sender to the fields of `toSender`, as JSON without the braces. */
function findSenders(app: App, viewer: User, rows: Row[]): Map<number, string> {
  const ids = [...new Set(rows.map(({ senderId }) => senderId))];
  const senders = statements(app.db).findSenders.all({ ids: JSON.stringify(ids) });
  return new Map(senders.map((row) => [row.senderId, JSON.stringify(toSender(row, viewer)).slice(1, -1)]));
}

/** Returns the JSON of a message without the hashtags of boards that its reader is not on. */
function hideHashtags(message: string, { content, senderTags }: Hiding): string {
  const visible = visibleContent(content, senderTags);
  if (visible === content) return message;
  return JSON.stringify({ ...JSON.parse(message), content: beginningOf(visible, CARD_EXCERPT_MAX) });
}

/** Adds fields to the JSON of an object. The object must not be empty. */
const withFields = (object: string, fields: string): string => `${object.slice(0, -1)},${fields}}`;

const COLUMNS = `
  b.id, v.tag, b.message_count as count, v.pinned, coalesce(b.latest_at, b.created_at) as lastActivity,
  min(v.unread, ${UNREAD_MAX}) as unread, v.seen_id as seenId, v.seen_at as seenAt, b.newest_id as newestId,
  b.latest, b.latest_sender_id as senderId`;
const BOARDS = 'from memberships v cross join boards b on b.id = v.board_id where v.user_id = +$user';

// A plus sign before `b.shared` keeps SQLite from reading all shared boards for each membership.
const statements = prepared(({ $client }) => ({
  findPrivate: $client.prepare<Row, { user: number }>(`select ${COLUMNS} ${BOARDS} and +b.shared = 0`),
  findShared: $client.prepare<SharedRow, { user: number }>(`
    select ${COLUMNS}, v.role, b.member_count as members,
           iif(b.latest_sender_id <> v.user_id and instr(b.latest, '#') > 0, (
             select json_object('content', m.content, 'senderTags', json_group_array(w.sender_tag))
               from messages m cross join visible_messages w on w.message_id = m.id and w.reader_id = v.user_id
              where m.id = b.latest_id), null) as hiding
           ${BOARDS} and +b.shared = 1`),
  findSenders: $client.prepare<SenderRow, { ids: string }>(
    `select ${SENDER_COLUMNS} from users u where u.id in (select value from json_each($ids))`,
  ),
}));
