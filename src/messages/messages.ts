import { prepared, transaction } from '../../db/open';
import type { messages, User } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import type { InboundText } from '../app/gateway';
import { findOrCreateBoard } from '../boards/boards';
import { hashtagsIn } from '../contract/hashtags';
import { DEFAULT_TAG, TAGS_MAX } from '../contract/limits';
import type { AddMessageInput, Message, Source } from '../contract/messages';
import { queueDownloads } from '../media/downloads';
import { attachUploads } from '../media/media';
import { setReminder, toWhen } from '../notices/reminders/reminders';
import { requireRoom } from '../people/storage';
import { type Audience, deliverCreated, deliverRemoved } from './deliver';
import { requireExpectedBoards, requireNoFurtherBoard } from './expectations';
import { requireMessage } from './find';
import { idempotently } from './idempotency';
import { boardsOfReply, placementsOf, placeOnBoard } from './placements';
import { updateTicks } from './ticks';

export type StoredMessage = typeof messages.$inferSelect;

export type NewMessage = {
  content: string;
  tags?: string[];
  source: Source;
  mediaIds?: number[];
  files?: InboundText['media'];
  at?: number;
  /** A reply goes to the boards of the answered message; its `tags` and hashtags do not count. */
  replyTo?: number;
  /** It names boards, but is not meant for them. */
  isPrivate?: boolean;
  audience?: Audience;
  /** The name that a guest of the sender gave. */
  guest?: string;
};

export function addMessage(app: App, sender: User, input: AddMessageInput): Message {
  const { content, mediaIds, tags = [], hashtags = [], replyTo } = input;
  const source = input.source === 'ui' ? 'ui' : 'api';
  const id = idempotently(app, sender, input, () => {
    requireExpectedBoards(app, sender, input.expects);
    if (replyTo !== undefined) requireNoFurtherBoard(boardsOfReply(app, sender, replyTo), input.expects);
    const all = [...tags, ...hashtags];
    const messageId = create(app, sender, { content, tags: all, source, mediaIds, replyTo });
    if (input.remindAt)
      setReminder(app, sender, messageId, toWhen(app, sender, { ...input, remindAt: input.remindAt }));
    return messageId;
  });
  return requireMessage(app, sender, id);
}

export function create(
  app: App,
  sender: User,
  {
    content,
    tags = [],
    source,
    mediaIds = [],
    files = [],
    at,
    replyTo,
    isPrivate,
    audience = 'members',
    guest,
  }: NewMessage,
): number {
  return transaction(app.db, () => {
    requireRoom(app, sender, { messages: 1 });
    const answered = replyTo === undefined ? null : findStored(app, replyTo);
    // a reply must not be older than the message that it answers, but the gateway's clock may be behind
    const createdAt = Math.max(at ?? app.now(), answered?.createdAt ?? 0);
    // boards are created before the message, because the messages that exist when a board is created count as
    // seen
    const boards =
      replyTo === undefined
        ? boardTags([...tags, ...(isPrivate ? [] : hashtagsIn(content))]).map((tag) =>
            findOrCreateBoard(app, sender, tag),
          )
        : boardsOfReply(app, sender, replyTo);
    const row = {
      sender: sender.id,
      content,
      source,
      createdAt,
      replyTo: replyTo ?? null,
      guest: guest ?? null,
    };
    const { id } = statements(app.db).insert.get(row)!;
    attachUploads(app, sender, id, mediaIds);
    queueDownloads(app, sender, id, files);
    for (const [position, board] of boards.entries()) placeOnBoard(app, { id, createdAt }, board, position);
    updateTicks(app, sender, id, '', content);
    deliverCreated(app, sender, { id, content, isOfGuest: guest !== undefined }, { boards, audience });
    return id;
  });
}

/** Further hashtags stay in the content, but name no board. */
export function boardTags(tags: string[]): string[] {
  const distinct = [...new Set(tags.filter(Boolean))].slice(0, TAGS_MAX);
  return distinct.length > 0 ? distinct : [DEFAULT_TAG];
}

/** Every deletion of messages goes through this function. */
export function remove(app: App, ids: number[]): void {
  if (ids.length === 0) return;
  transaction(app.db, () => {
    deliverRemoved(app, ids);
    statements(app.db).delete.run({ ids: JSON.stringify(ids) });
  });
}

export const updateContent = (app: App, message: { id: number; content: string; editedAt: number | null }) =>
  statements(app.db).updateContent.run(message);

/** Does not check who may see the message. */
export const findStored = (app: App, id: number): StoredMessage | null => statements(app.db).find.get({ id });

/** `act` completes "Only its sender can ... a message." */
export function requireOwnMessage(app: App, user: User, id: number, act: string): StoredMessage {
  const message = findStored(app, id);
  const isOwn = message?.senderId === user.id;
  if (isOwn && !user.byToken) return message;
  requireMessage(app, user, id);
  if (isOwn && boardsOfReply(app, user, id).length === placementsOf(app, id, user).length) return message;
  if (isOwn)
    throw new VisibleError(
      'token_limited_to_boards',
      `This access token cannot ${act} a message of further boards.`,
    );
  throw new VisibleError('sender_only', `Only its sender can ${act} a message.`);
}

const statements = prepared(({ $client }) => ({
  insert: $client.prepare<
    { id: number },
    {
      sender: number;
      content: string;
      source: Source;
      createdAt: number;
      replyTo: number | null;
      guest: string | null;
    }
  >(`
    insert into messages (sender_id, content, source, created_at, reply_to_id, guest)
    values ($sender, $content, $source, $createdAt, $replyTo, $guest) returning id`),
  delete: $client.prepare<unknown, { ids: string }>(`
    delete from messages where id in (select value from json_each($ids))`),
  updateContent: $client.prepare<unknown, { id: number; content: string; editedAt: number | null }>(`
    update messages set content = $content, edited_at = $editedAt where id = $id`),
  find: $client.prepare<StoredMessage, { id: number }>(`
    select id, sender_id as senderId, content, source, created_at as createdAt, edited_at as editedAt,
           reply_to_id as replyToId, guest
      from messages where id = $id`),
}));
