import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { findBoard, findBoardById } from '../../boards/boards';
import { isList, setList } from '../../boards/marks';
import { cutAtWord } from '../../contract/fitting';
import { findMessages } from '../../messages/find';
import { type Ticked, tickAll, tickedBy } from '../../messages/ticks';
import { toPlainCharacters } from '../../outbox/texts';
import { recordAct } from '../acts';
import { itemsMeant } from '../open-items';
import type { Command } from './command';
import { type Handler, NOTE, SETTING_CHANGED_TEXT, type Undo } from './handler';

/** In any case, but only if it means open items. */
export function recogniseTick(app: App, user: User, body: string, at: number): Command<'tick'> | null {
  const words = wordsOfTick(body);
  return words && itemsMeant(app, user, words, at)?.length ? { kind: 'tick', words } : null;
}

const wordsOfTick = (body: string): string | null =>
  /^\s*done\s*[:\s]\s*(\S[\s\S]{0,200})$/i.exec(body)?.[1]?.trim() ?? null;

export const obeyTick: Handler<'tick'> = (app, sender, { words }, { at }) => {
  const items = itemsMeant(app, sender, words, at);
  if (!items) return NOTE;
  const ticked = tickAll(app, sender, items, true);
  if (ticked.length === 0) return 'That is done already.';
  recordAct(app, sender, { kind: 'tick', data: ticked, at });
  return `Done: ${listed(ticked)}. UNDO takes it back.`;
};

const listed = (items: Ticked[]) =>
  cutAtWord(toPlainCharacters(items.map(({ item }) => item).join(', ')), 200);

export const undoTick: Undo = (app, user, { data }) => {
  const mine = (data as Ticked[]).filter((item) => tickedBy(app, item) === user.id);
  const seen = new Set(
    findMessages(
      app,
      user,
      mine.map(({ messageId }) => messageId),
    ).map(({ id }) => id),
  );
  const back = mine.filter(({ messageId }) => seen.has(messageId));
  if (back.length === 0) return SETTING_CHANGED_TEXT;
  tickAll(app, user, back, false);
  return `Taken back: ${listed(back)}.`;
};

export const obeyList: Handler<'list'> = (app, sender, { tag, list }, { at }) => {
  const board = findBoard(app, sender, tag);
  if (!board) return `You have no board #${tag}. BOARDS lists yours.`;
  if (isList(app, board) !== list) {
    setList(app, sender, tag, list);
    recordAct(app, sender, { kind: 'list', data: { boardId: board.id, list }, at });
  }
  return list
    ? `#${tag} is a list: its short notes can be ticked. #${tag}? reads what is open. UNDO takes it back.`
    : `#${tag} is no list any more. UNDO takes it back.`;
};

export const undoList: Undo = (app, user, { data }) => {
  const { boardId, list } = data as { boardId: number; list: boolean };
  const board = findBoardById(app, user, boardId);
  if (!board || isList(app, board) !== list) return SETTING_CHANGED_TEXT;
  setList(app, user, board.tag, !list);
  return `Taken back: #${board.tag} is ${list ? 'no list any more' : 'a list again'}.`;
};
