import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { QUOTE_MAX } from '../contract/limits';
import type { Message, Quote } from '../contract/messages';
import { beginningOf } from '../contract/text';
import { isForToken, tokenOf } from '../people/auth/token-boards';
import { readItems } from './items';
import { readMessages } from './rows';

/**
 * A reply to a message that the viewer does not see looks like any other (docs/product/messages.md: Replies).
 */
export function findMessages(app: App, viewer: User, messageIds: number[]): Message[] {
  const read = readMessages(app, viewer, messageIds);
  readItems(app, viewer, read);
  const visible = new Map(read.map(({ message }) => [message.id, message]));
  const others = new Set<number>();
  const answered: number[] = [];
  for (const { message, answeredId, isAnswered } of read) {
    if (answeredId !== null && !visible.has(answeredId)) others.add(answeredId);
    if (isAnswered) answered.push(message.id);
  }
  for (const { message } of others.size > 0 ? readMessages(app, viewer, [...others]) : [])
    visible.set(message.id, message);
  for (const { id, count } of answered.length > 0 ? countReplies(app, viewer, answered) : [])
    visible.get(id)!.replies = count;
  return read.map(({ message, answeredId }) => {
    const original = answeredId === null ? undefined : visible.get(answeredId);
    if (original) {
      message.replyTo = original.id;
      message.quote = toQuote(original);
    }
    return message;
  });
}

/** Without the messages that the viewer does not see. */
export const findQuotes = (app: App, viewer: User, messageIds: number[]): Map<number, Quote> =>
  new Map(readMessages(app, viewer, messageIds).map(({ message }) => [message.id, toQuote(message)]));

export const findMessage = (app: App, viewer: User, id: number): Message | null =>
  findMessages(app, viewer, [id])[0] ?? null;

export function requireMessage(app: App, viewer: User, id: number): Message {
  const message = findMessage(app, viewer, id);
  if (!message) throw notFound('Message');
  return message;
}

const toQuote = ({ content, tags, senderDisplayName, mediaType }: Message): Quote => ({
  content: beginningOf(content, QUOTE_MAX),
  tags,
  senderDisplayName,
  mediaType,
});

const countReplies = (app: App, viewer: User, ids: number[]) =>
  statements(app.db).countReplies.all({
    ids: JSON.stringify(ids),
    viewer: viewer.id,
    token: tokenOf(viewer),
  });

const statements = prepared(({ $client }) => ({
  // counts no further than 1,000, because a page can have many messages with many replies
  countReplies: $client.prepare<
    { id: number; count: number },
    { ids: string; viewer: number; token: number | null }
  >(`
    select wanted.value as id, (
             select count(*) from (
               select 1 from messages r
                where r.reply_to_id = wanted.value
                  and exists (
                    select 1 from visible_messages v
                     where v.message_id = r.id and v.reader_id = +$viewer and ${isForToken('v.board_id')})
                limit 1000)) as count
      from json_each($ids) wanted`),
}));
