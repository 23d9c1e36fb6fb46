import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { QUOTE_MAX } from '../contract/limits';
import type { Message, Quote } from '../contract/messages';
import { beginningOf } from '../contract/text';

/** A message without what concerns replies. `storedReplyTo` may name a message that the viewer does not see. */
export type UnquotedMessage = Omit<Message, 'replyTo' | 'quote' | 'replies'> & {
  storedReplyTo: number | null;
};

/**
 * Reads messages and adds what concerns replies, with the same number of statements for any number of
 * messages. `read` returns those messages that the viewer sees. So a reply to a message that the viewer does
 * not see looks like any other message (docs/product.md: Replies).
 */
export function withQuotes(
  app: App,
  viewer: User,
  messageIds: number[],
  read: (ids: number[]) => UnquotedMessage[],
): Message[] {
  const messages = read(messageIds);
  const visible = new Map(messages.map((message) => [message.id, message]));
  const answered = new Set(messages.flatMap(({ storedReplyTo }) => storedReplyTo ?? []));
  const others = [...answered].filter((id) => !visible.has(id));
  for (const message of others.length > 0 ? read(others) : []) visible.set(message.id, message);
  const ids = JSON.stringify(messages.map(({ id }) => id));
  const counts = new Map(
    statements(app.db)
      .countReplies.all({ ids, viewer: viewer.id })
      .map(({ id, count }) => [id, count]),
  );
  return messages.map(({ storedReplyTo, ...message }) => {
    const answered = visible.get(storedReplyTo ?? 0);
    return {
      ...message,
      replyTo: answered?.id ?? null,
      quote: answered ? toQuote(answered) : null,
      replies: counts.get(message.id) ?? 0,
    };
  });
}

const toQuote = ({ content, tags, senderDisplayName, mediaType }: UnquotedMessage): Quote => ({
  content: beginningOf(content, QUOTE_MAX),
  tags,
  senderDisplayName,
  mediaType,
});

const statements = prepared(({ $client }) => ({
  // counts no further than 1,000, because a page can have many messages with many replies
  countReplies: $client.prepare<{ id: number; count: number }, { ids: string; viewer: number }>(`
    select wanted.value as id, (
             select count(*) from (
               select 1 from messages r
                where r.reply_to_id = wanted.value
                  and exists (select 1 from visible_messages v where v.message_id = r.id and v.reader_id = +$viewer)
                limit 1000)) as count
      from json_each($ids) wanted
     where exists (select 1 from messages r where r.reply_to_id = wanted.value)`),
}));
