import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { deleteWithUndo, placementsOfDeleted } from '../../messages/deleted-messages';
import { sharedBoardsFor } from '../../messages/former-placements';
import { findStored } from '../../messages/messages';
import { isWithin, newReaders, type Showing } from '../../messages/new-readers';
import { type EditedState, isUnchanged } from '../../messages/reverting';
import { NOTHING_TO_UNDO_TEXT, UNDONE_TEXT } from '../../outbox/texts';
import { type Act, listActs, markUndone } from '../acts';
import { askProof } from '../proofs';
import { undoZone } from './account';
import { undoAnswers } from './answers';
import { undoDigest, undoMute } from './digests';
import { undoEvening } from './evening';
import { undoDelete, undoEdit } from './fix';
import { type Handler, SETTING_CHANGED_TEXT, type Undo } from './handler';
import { undoInvite } from './invite';
import { undoList, undoTick } from './lists';
import { undoMail } from './mail';
import { questionOf } from './named-boards';
import { undoName, undoNamed } from './people';
import { undoReminder } from './reminders';
import { undoLeaving } from './way-out';

const UNDO: Record<string, Undo> = {
  note: deleteNote,
  tag: undoEdit,
  edit: undoEdit,
  delete: undoDelete,
  reminder: undoReminder,
  mute: undoMute,
  mail: undoMail,
  answers: undoAnswers,
  digest: undoDigest,
  zone: undoZone,
  evening: undoEvening,
  invite: undoInvite,
  name: undoName,
  named: undoNamed,
  leave: undoLeaving,
  block: undoLeaving,
  tick: undoTick,
  list: undoList,
};

export const obeyUndo: Handler<'undo'> = (app, sender, _, { at }) => {
  for (const act of listActs(app, sender, at)) {
    const answer = undoOrAsk(app, sender, act, at);
    if (answer !== '') return answer;
  }
  return NOTHING_TO_UNDO_TEXT;
};

type Asked = { actId: number; at: number; showing: Showing };

export function undoAsAsked(app: App, sender: User, { actId, at, showing }: Asked): string | null {
  const act = listActs(app, sender, at).find(({ id }) => id === actId);
  if (!act) return SETTING_CHANGED_TEXT;
  const isAsAsked = isWithin(showingOf(app, sender, act), showing);
  return isAsAsked ? undo(app, sender, act) : undoOrAsk(app, sender, act, at);
}

/** Returns an empty string if there is nothing left to take back, and null if the sender was asked for an OK. */
function undoOrAsk(app: App, sender: User, act: Act, at: number): string | null {
  const showing = showingOf(app, sender, act);
  if (showing.readers.length === 0) return undo(app, sender, act);
  const question = questionOf(app, sender, 'put it back', showing);
  askProof(app, sender, { act: 'undo', data: { actId: act.id, at, showing }, question });
  return null;
}

function undo(app: App, sender: User, act: Act): string {
  // a note is not marked as undone: if it is restored in the web app, UNDO can delete it again
  if (act.kind !== 'note') markUndone(app, act);
  return UNDO[act.kind]?.(app, sender, act) ?? '';
}

function showingOf(app: App, sender: User, { kind, messageId, data }: Act): Showing {
  const boards = sharedBoardsFor(app, sender, placementsAfter(app, sender, kind, messageId, data));
  return newReaders(app, sender, [messageId], boards);
}

function placementsAfter(app: App, sender: User, kind: string, messageId: number, data: unknown) {
  if (kind === 'delete') return placementsOfDeleted(app, sender, messageId);
  if (kind !== 'tag' && kind !== 'edit') return [];
  const { before, after } = data as { before: EditedState; after: EditedState };
  return isUnchanged(app, sender, messageId, after) ? before.placements : [];
}

function deleteNote(app: App, { id }: User, { messageId }: Act): string | null {
  if (findStored(app, messageId)?.senderId !== id) return null;
  deleteWithUndo(app, [messageId]);
  return UNDONE_TEXT;
}
