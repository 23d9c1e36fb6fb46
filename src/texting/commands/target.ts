import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import type { Message } from '../../contract/messages';
import { findMessage } from '../../messages/find';
import { findStored, type StoredMessage } from '../../messages/messages';
import { lastNote, listActs } from '../acts';
import { senderOf } from '../hits';
import { findOpened } from '../opened';

export const NO_NOTE_TEXT =
  'You have texted no note in the last day. Text ? and a word, then its number, to open one.';

/**
 * The opened message or the last note by text, whichever is later (docs/product/commands.md: Changes by
 * text).
 */
export function targetOf(app: App, sender: User, at: number): StoredMessage | string {
  const opened = findOpened(app, sender, at);
  const last = lastNote(app, sender, at);
  if (opened && opened.openedAt >= (last?.sentAt ?? 0)) {
    const message = findMessage(app, sender, opened.messageId);
    if (message) return ownOrSentence(app, sender, message);
  }
  const [lastAct] = listActs(app, sender, at);
  const isDeletion = lastAct?.kind === 'delete' && lastAct.sentAt >= (last?.sentAt ?? 0);
  if (isDeletion && !findStored(app, lastAct.messageId))
    return 'That message is deleted already. UNDO brings it back.';
  if (!last) return NO_NOTE_TEXT;
  const message = findStored(app, last.messageId);
  return message?.senderId === sender.id ? message : 'Your last text is deleted already.';
}

const ownOrSentence = (app: App, sender: User, message: Message): StoredMessage | string =>
  message.senderId === sender.id
    ? findStored(app, message.id)!
    : `That is a message of ${senderOf(message)}: only its sender can change it.`;
