import { afterCommit, prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { Board } from '../boards/boards';
import { markAllSeen } from '../boards/marks';
import { findCards } from '../contract/cards';
import { prefetchLinks, replaceLinks, storeLinks } from '../media/previews/links';
import { notifyMembers, withdrawFromFormerReaders, withdrawNotifications } from '../notices/notifications';
import { markActive } from '../people/users';
import {
  bumpReadersOfBoard,
  bumpReadersOfMessages,
  bumpReadersOfNewMessage,
  bumpUser,
} from '../people/versions';

/**
 * Effects of creating, editing or deleting a message, in order. These functions are called in the transaction
 * of the change. Effects passed to `afterCommit` run after the commit; the others are committed or rolled
 * back with the change. The version of a reader is a number that grows with each change of what the reader
 * sees (src/people/versions.ts). Effects that must follow every change of the rows are elsewhere:
 *
 * - Triggers (db/triggers.sql) keep the cards of boards up to date, delete empty private boards, queue
 *   messages for indexing, and queue files for deletion.
 * - Just before each commit, the search index is updated for a limited number of edited and deleted messages
 *   (src/search/index).
 */

type Message = { id: number; content: string };

/**
 * Audience of a new message. If it is `members`, the members of the message's shared boards are notified, and
 * open screens get an event. If it is `nobody`, nobody is notified, and no event is sent.
 */
export type Audience = 'members' | 'nobody';

export function deliverCreated(
  app: App,
  sender: User,
  message: Message,
  { boards, audience }: { boards: Board[]; audience: Audience },
): void {
  const cards = findCards(message.content);
  for (const { id } of boards) bumpReadersOfNewMessage(app, id);
  storeLinks(app, message.id, cards);
  markActive(app, sender.id);
  if (audience === 'nobody') return;

  notifyMembersOf(app, message, boards);
  afterCommit(app.db, () => sendLiveEvent(app, message.id));
  afterCommit(app.db, () => prefetchLinks(app, sender, cards));
}

/**
 * Raises the versions of the readers and stores the links of imported messages. Nobody is notified of these
 * messages, and every board with such a message counts as seen by its members.
 */
export function deliverImported(app: App, messages: Message[]): void {
  const ids = messages.map(({ id }) => id);
  markAllSeen(app, ids);
  bumpReadersOfMessages(app, ids);
  for (const { id, content } of messages) storeLinks(app, id, findCards(content));
}

export function deliverEdited(
  app: App,
  sender: User,
  message: Message,
  {
    contentChanged,
    added,
    changedBoardIds,
  }: {
    contentChanged: boolean;
    /** Boards that the edit has put the message on. */
    added: Board[];
    /**
     * Boards on which anything about the message has changed, including boards that the message was taken
     * off.
     */
    changedBoardIds: number[];
  },
): void {
  // this comes first, because the next line does not find the owner of a private board that was deleted with
  // its last message
  if (changedBoardIds.length > 0) bumpUser(app, sender.id);
  for (const boardId of changedBoardIds) bumpReadersOfBoard(app, boardId);
  const cards = findCards(message.content);
  if (contentChanged) replaceLinks(app, message.id, cards);
  if (changedBoardIds.length > 0) withdrawFromFormerReaders(app, message.id);
  notifyMembersOf(app, message, added);

  afterCommit(app.db, () => sendLiveEvent(app, message.id));
  afterCommit(app.db, () => prefetchLinks(app, sender, cards));
}

/**
 * Raises the versions of the readers, stores the links, and sends an event to the open screens of people who
 * see the newest of the messages. Nobody is texted, because the members were notified when the messages were
 * posted.
 */
export function deliverRestored(app: App, messages: Message[]): void {
  const ids = messages.map(({ id }) => id);
  bumpReadersOfMessages(app, ids);
  for (const { id, content } of messages) storeLinks(app, id, findCards(content));
  afterCommit(app.db, () => sendLiveEvent(app, Math.max(...ids)));
}

/**
 * Raises the versions of the readers and withdraws notifications. Must be called before the rows are deleted,
 * because afterwards the database cannot tell who saw the messages.
 */
export function deliverRemoved(app: App, messageIds: number[]): void {
  bumpReadersOfMessages(app, messageIds);
  withdrawNotifications(app, messageIds);
}

/**
 * Raises the versions of the board's members, and withdraws notifications to people who no longer see the
 * message. A sender who has left the board needs no new version, because the message is still on another
 * board of the sender.
 */
export function deliverTakenOff(app: App, board: Board, messageId: number): void {
  bumpReadersOfBoard(app, board.id);
  withdrawFromFormerReaders(app, messageId);
}

function notifyMembersOf(app: App, message: Message, boards: Board[]): void {
  for (const board of boards) if (board.shared) notifyMembers(app, message.id, board.id);
}

/**
 * Milliseconds by which each reader lengthens the period `within`. Each open page fetches the message at a
 * random time in that period, so that other requests get their turn. The server needs 0.5 to 0.9 ms for each
 * of these requests (docs/benchmarks.md: Why goals are missed). If SPREAD_MS were higher, a message would
 * need more than a second to reach 1,000 readers.
 */
const SPREAD_MS = 0.7;
/** Maximum of `within` in milliseconds. Pages poll this often anyway. */
const SPREAD_MAX_MS = 2_000;

/** Sends an event to the open sockets of everybody who sees the message (docs/product.md: Live updates). */
function sendLiveEvent(app: App, messageId: number): void {
  if (app.hub.size === 0) return;
  const readers = statements(app.db)
    .liveReaders.all({ message: messageId, now: app.now() })
    .filter(({ session }) => app.hub.count(session) > 0);
  const within = Math.min(SPREAD_MAX_MS, Math.floor(readers.length * SPREAD_MS));
  for (const { session, tags } of readers)
    app.hub.send(session, `{"type":"NEW_MESSAGE","tags":${tags},"within":${within}}`);
}

const statements = prepared(({ $client }) => ({
  // One row for each session and access token, with the reader's own tags for the message as JSON.
  liveReaders: $client.prepare<{ session: string; tags: string }, { message: number; now: number }>(`
    select s.id as session, json_group_array(v.reader_tag) as tags
      from visible_messages v cross join sessions s on s.user_id = v.reader_id
     where v.message_id = +$message and s.expires_at > +$now
     group by s.id
    union all
    select t.hash, json_group_array(v.reader_tag)
      from visible_messages v cross join access_tokens t on t.user_id = v.reader_id
     where v.message_id = +$message and (t.expires_at is null or t.expires_at > +$now)
     group by t.hash`),
}));
