import { afterCommit, prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { readersOf } from '../app/readers';
import type { Board } from '../boards/boards';
import { markAllSeen } from '../boards/marks';
import { findCards } from '../contract/cards';
import { prefetchLinks, replaceLinks, storeLinks } from '../media/previews/links';
import { notifyMembers, withdrawFromFormerReaders, withdrawNotifications } from '../notices/notifications';
import { emitChanged, emitOfMessages, emitTicked, hooksWatching } from '../outbox/hooks';
import { markActive } from '../people/users';
import {
  bumpReadersOfBoard,
  bumpReadersOfMessages,
  bumpReadersOfNewMessage,
  bumpReadersOfReaction,
  bumpUser,
} from '../people/versions';

/** Effects that must follow every change of the rows are in db/triggers.sql and src/search/index. */

type Message = { id: number; content: string };

export type Audience = 'members' | 'nobody';

export function deliverCreated(
  app: App,
  sender: User,
  message: Message & { isOfGuest: boolean },
  { boards, audience }: { boards: Board[]; audience: Audience },
): void {
  const cards = findCards(message.content);
  for (const { id } of boards) bumpReadersOfNewMessage(app, id);
  storeLinks(app, message.id, cards);
  if (!message.isOfGuest) markActive(app, sender.id);
  if (audience === 'nobody') return;

  // the owner hears of a guest also on a private board
  for (const board of boards) if (board.shared || message.isOfGuest) notifyMembers(app, message.id, board.id);
  emitOfMessages(app, 'message.created', [message.id]);
  afterCommit(app.db, () => sendLiveEvent(app, message.id));
  afterCommit(app.db, () => prefetchLinks(app, sender, cards));
}

/** Nobody is notified, and every board with such a message counts as seen by its members. */
export function deliverImported(app: App, messages: Message[]): void {
  markAllSeen(app, showToReaders(app, messages));
}

export function deliverEdited(
  app: App,
  sender: User,
  message: Message,
  {
    contentChanged = false,
    added = [],
    changedBoardIds = [],
    watching = hooksWatching(app, [message.id]),
  }: {
    contentChanged?: boolean;
    added?: Board[];
    changedBoardIds?: number[];
    /** The webhooks that were for it before the change. */
    watching?: ReturnType<typeof hooksWatching>;
  } = {},
): void {
  // this comes first, because the next line does not find the owner of a private board that was deleted with
  // its last message
  if (changedBoardIds.length > 0) bumpUser(app, sender.id);
  for (const boardId of changedBoardIds) bumpReadersOfBoard(app, boardId);
  const cards = findCards(message.content);
  if (contentChanged) replaceLinks(app, message.id, cards);
  if (changedBoardIds.length > 0) withdrawFromFormerReaders(app, message.id);
  notifyMembersOf(app, message, added);
  if (contentChanged || changedBoardIds.length > 0) emitChanged(app, message.id, watching);

  afterCommit(app.db, () => sendLiveEvent(app, message.id));
  afterCommit(app.db, () => prefetchLinks(app, sender, cards));
}

/** Nobody is notified. */
export function deliverTicked(app: App, items: { messageId: number; item: string }[]): void {
  const messageIds = [...new Set(items.map(({ messageId }) => messageId))];
  bumpReadersOfMessages(app, messageIds);
  for (const { messageId, item } of items) emitTicked(app, messageId, item);
  for (const id of messageIds) afterCommit(app.db, () => sendLiveEvent(app, id));
}

/** Nobody is texted, because the members were notified when the messages were posted. */
export function deliverRestored(app: App, messages: Message[]): void {
  const ids = showToReaders(app, messages);
  emitOfMessages(app, 'message.created', ids);
  afterCommit(app.db, () => sendLiveEvent(app, Math.max(...ids)));
}

function showToReaders(app: App, messages: Message[]): number[] {
  const ids = messages.map(({ id }) => id);
  bumpReadersOfMessages(app, ids);
  for (const { id, content } of messages) storeLinks(app, id, findCards(content));
  return ids;
}

export function deliverReaction(app: App, user: User, messageId: number): void {
  bumpReadersOfReaction(app, { message: messageId, user: user.id });
  afterCommit(app.db, () => sendLiveEvent(app, messageId));
}

/** Must be called before the rows are deleted: afterwards nothing tells who saw the messages. */
export function deliverRemoved(app: App, messageIds: number[]): void {
  bumpReadersOfMessages(app, messageIds);
  withdrawNotifications(app, messageIds);
  emitOfMessages(app, 'message.deleted', messageIds);
}

/** Nobody is notified. */
export function deliverPinned(app: App, board: Board, messageId: number): void {
  bumpReadersOfBoard(app, board.id);
  afterCommit(app.db, () => sendLiveEvent(app, messageId));
}

/** Nobody is notified. */
export function deliverFilesChanged(app: App, messageId: number): void {
  bumpReadersOfMessages(app, [messageId]);
  emitOfMessages(app, 'message.updated', [messageId]);
  afterCommit(app.db, () => sendLiveEvent(app, messageId));
}

export function deliverTakenOff(
  app: App,
  board: Board,
  messageId: number,
  watching: ReturnType<typeof hooksWatching>,
): void {
  bumpReadersOfBoard(app, board.id);
  withdrawFromFormerReaders(app, messageId);
  emitChanged(app, messageId, watching);
}

function notifyMembersOf(app: App, message: Message, boards: Board[]): void {
  for (const board of boards) if (board.shared) notifyMembers(app, message.id, board.id);
}

/** With a longer spread, a message would need more than a second to reach 1,000 readers. */
const SPREAD_MS = 0.7;
/** Pages poll this often anyway. */
const SPREAD_MAX_MS = 2_000;

export function sendLiveEvent(app: App, messageId: number): void {
  readersOf(app).announce(messageId);
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
       and (not t.by_board or exists (
         select 1 from token_boards b where b.token_id = t.id and b.board_id = v.board_id))
     group by t.hash`),
}));
