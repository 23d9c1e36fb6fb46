import { whenOf } from '../../contract/digests';
import type { EveningQuestion } from '../../contract/evening';
import { endEvening, findEvening, setEvening } from '../../notices/evening/evening';
import { recordAct } from '../acts';
import { type Handler, NOTE, SETTING_CHANGED_TEXT, type Undo } from './handler';

export const obeyEvening: Handler<'evening'> = (app, sender, { asked, isGuess }, { at }) => {
  const before = findEvening(app, sender);
  if (asked.off && !before && isGuess) return NOTE;
  if (asked.off && !before) return 'You are not asked anything. ASK daily 8pm begins it.';
  if (asked.off) endEvening(app, sender);
  else setEvening(app, sender, { time: asked.time, tag: asked.tag ?? before?.tag });
  const after = findEvening(app, sender);
  recordAct(app, sender, { kind: 'evening', data: { before, after }, at });
  if (!after) return 'You are not asked any more. UNDO takes it back.';
  return `I will ask you ${whenOf({ weekday: null, time: after.time })} what to remember of the day, and keep your answer on #${after.tag}. ASK off ends it.`;
};

export const undoEvening: Undo = (app, user, { data }) => {
  const { before, after } = data as Record<'before' | 'after', EveningQuestion | null>;
  if (!Bun.deepEquals(findEvening(app, user), after)) return SETTING_CHANGED_TEXT;
  if (!before) {
    endEvening(app, user);
    return 'Taken back: you are not asked any more.';
  }
  setEvening(app, user, before);
  return `Taken back: I will ask you ${whenOf({ weekday: null, time: before.time })}.`;
};
