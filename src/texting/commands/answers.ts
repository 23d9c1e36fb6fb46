import { requireSharedBoard } from '../../boards/boards';
import { postsAnswers, setAnswersPosted } from '../../notices/preferences';
import { recordAct } from '../acts';
import { sharedBoard } from './digests';
import { type Handler, SETTING_CHANGED_TEXT, type Undo } from './handler';

export const obeyAnswers: Handler<'answers'> = (app, sender, { tag, posted }, { at }) => {
  const board = sharedBoard(app, sender, tag);
  if (typeof board === 'string') return board;
  if (postsAnswers(app, sender, [board]) !== posted)
    recordAct(app, sender, { kind: 'answers', data: { boardId: board.id, posted }, at });
  setAnswersPosted(app, sender, { boardId: board.id, answersPosted: posted });
  return posted
    ? `What you text after a notification about #${tag} is posted there. ANSWERS OFF #${tag} ends it.`
    : `What you text after a notification about #${tag} is kept for you only. ANSWERS ON #${tag} posts it.`;
};

export const undoAnswers: Undo = (app, user, { data }) => {
  const { boardId, posted } = data as { boardId: number; posted: boolean };
  if (postsAnswers(app, user, [requireSharedBoard(app, user, boardId)]) !== posted)
    return SETTING_CHANGED_TEXT;
  setAnswersPosted(app, user, { boardId, answersPosted: !posted });
  return posted ? 'Taken back: it is kept for you only.' : 'Taken back: it is posted again.';
};
