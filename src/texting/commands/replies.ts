import { findMessage } from '../../messages/find';
import { create } from '../../messages/messages';
import { lastNotifiedOf } from '../../notices/notifications';
import { NOTHING_TO_ANSWER_TEXT } from '../../outbox/texts';
import { findOpened } from '../opened';
import { type Handler, NOTE } from './handler';

/** The last notified message, or one opened since (docs/product/commands.md: Replies by text). */
export const obeyReply: Handler<'reply'> = (app, sender, { words }, { at, body, files }) => {
  const notified = lastNotifiedOf(app, sender, at);
  const opened = findOpened(app, sender, at);
  const answered = opened && opened.openedAt >= (notified?.sentAt ?? 0) ? opened : notified;
  if (!answered) return NOTE;
  const replyTo = findMessage(app, sender, answered.messageId)?.id;
  const content = replyTo === undefined ? body : words;
  const messageId = create(app, sender, { content, source: 'sms', files, at, replyTo });
  return { answer: replyTo === undefined ? NOTHING_TO_ANSWER_TEXT : null, messageId };
};
