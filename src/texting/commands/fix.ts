import { VisibleError } from '../../app/errors';
import { hashtagsIn } from '../../contract/hashtags';
import { CONTENT_MAX, length, TAGS_MAX } from '../../contract/limits';
import { deleteWithUndo, restoreMessage } from '../../messages/deleted-messages';
import { boardTags, create, findStored } from '../../messages/messages';
import { type EditedState, revertEdit, stateOf } from '../../messages/reverting';
import { endReminder } from '../../notices/reminders/reminders';
import { recordAct } from '../acts';
import { quote } from '../hits';
import { CHANGED_SINCE, changeOrAsk, tagsIn } from './changes';
import type { Handler, Undo } from './handler';
import { meantReminder } from './meant-reminder';
import { inText } from './named-boards';
import { change } from './reminders';
import { retime, setTime, timedWords } from './retime';
import { NO_NOTE_TEXT, targetOf } from './target';

export const obeyTag: Handler<'tag'> = (app, sender, { add, remove, isMove }, text) => {
  const message = targetOf(app, sender, text.at);
  if (typeof message === 'string') return message;
  const tags = tagsIn(stateOf(app, message.id)!);
  const chosen = [...new Set([...(isMove ? [] : tags), ...add])].filter((tag) => !remove.includes(tag));
  if (chosen.length > TAGS_MAX) return `A message can be on ${TAGS_MAX} boards at most.`;
  const wanted = boardTags(chosen);
  if (String(wanted) === String(tags))
    return add.length > 0
      ? `It is on ${inText(add)} already.`
      : `It stays where it is: it is not on ${inText(remove)}, or on no other board.`;
  return changeOrAsk(app, sender, { kind: 'tag', messageId: message.id, input: { tags: wanted } }, text);
};

export const obeyEdit: Handler<'edit'> = (app, sender, { words, keepsBoards, messageId: named }, text) => {
  const message = targetOf(app, sender, text.at);
  const ownId = typeof message === 'string' ? null : message.id;
  const retimed = retime(app, sender, words, text, { ownId, named });
  if (retimed) return retimed;
  if (message === NO_NOTE_TEXT) {
    const messageId = create(app, sender, { content: text.body, source: 'sms', at: text.at });
    return { messageId, answer: `Kept as a note. ${message}` };
  }
  if (typeof message === 'string') return message;
  if (length(words) > CONTENT_MAX)
    return `That is too long: a message has at most ${CONTENT_MAX} characters.`;
  if ((message.editedAt ?? 0) > text.at) return CHANGED_SINCE;
  const timed = timedWords(app, sender, words, text.at);
  const content = timed?.content ?? words;
  const hashtags = hashtagsIn(content);
  const input = { content, tags: hashtags.length > 0 && !keepsBoards ? hashtags : undefined };
  const told = timed && setTime(app, sender, message.id, timed.found, text);
  const changed = changeOrAsk(app, sender, { kind: 'edit', messageId: message.id, input }, text);
  return told && changed ? changed.replace('UNDO takes it back.', `${told}. UNDO takes it back.`) : changed;
};

/** Of an opened message of somebody else, only the own reminder can be deleted. */
export const obeyDelete: Handler<'delete'> = (app, sender, { ofReminder, messageId: named }, text) => {
  const { at } = text;
  const message = targetOf(app, sender, at);
  const meant = typeof message === 'string' ? meantReminder(app, sender, at) : null;
  const reminderOf =
    named ??
    (ofReminder && typeof message === 'object' ? message.id : meant?.isOpened && meant.row.messageId);
  if (reminderOf) {
    change(app, sender, reminderOf, text, () => endReminder(app, sender, reminderOf));
    return `No reminder any more: "${quote(app, sender, reminderOf)}" UNDO takes it back.`;
  }
  if (typeof message === 'string') return message;
  const quoted = quote(app, sender, message.id);
  deleteWithUndo(app, [message.id]);
  recordAct(app, sender, { kind: 'delete', messageId: message.id, at });
  return `Deleted: "${quoted}" UNDO brings it back.`;
};

export const undoDelete: Undo = (app, user, { messageId }) => {
  if (findStored(app, messageId)) return 'It is back already.';
  try {
    restoreMessage(app, user, messageId);
  } catch (error) {
    if (error instanceof VisibleError) return error.message;
    throw error;
  }
  return `Taken back. It is there again: "${quote(app, user, messageId)}"`;
};

export const undoEdit: Undo = (app, user, { messageId, data }) => {
  const { before, after } = data as { before: EditedState; after: EditedState };
  if (!revertEdit(app, user, messageId, { before, after })) return CHANGED_SINCE;
  if (before.content !== after.content) return `Taken back. It says again: "${quote(app, user, messageId)}"`;
  return `Taken back. It is on ${inText(tagsIn(stateOf(app, messageId)!))} again.`;
};
