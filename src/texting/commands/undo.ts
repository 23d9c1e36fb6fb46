import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { deleteWithUndo } from '../../messages/deleted-messages';
import { findStored } from '../../messages/messages';
import { NOTHING_TO_UNDO_TEXT, UNDONE_TEXT } from '../../outbox/texts';
import { type Act, listActs, markUndone } from '../acts';
import { undoZone } from './account';
import { undoDigest, undoMute } from './digests';
import { undoDelete, undoEdit } from './fix';
import type { Handler, Undo } from './handler';
import { undoReminder } from './reminders';

const UNDO: Record<string, Undo> = {
  note: deleteNote,
  tag: undoEdit,
  edit: undoEdit,
  delete: undoDelete,
  reminder: undoReminder,
  mute: undoMute,
  digest: undoDigest,
  zone: undoZone,
};

export const obeyUndo: Handler<'undo'> = (app, sender, _, { at }) => {
  for (const act of listActs(app, sender, at)) {
    // a note is not marked as undone: if it is restored in the web app, UNDO can delete it again
    if (act.kind !== 'note') markUndone(app, act);
    const answer = UNDO[act.kind]?.(app, sender, act);
    if (answer) return answer;
  }
  return NOTHING_TO_UNDO_TEXT;
};

function deleteNote(app: App, { id }: User, { messageId }: Act): string | null {
  if (findStored(app, messageId)?.senderId !== id) return null;
  deleteWithUndo(app, [messageId]);
  return UNDONE_TEXT;
}
