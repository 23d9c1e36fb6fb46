import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { findBoard, findBoardById } from '../../boards/boards';
import { isList, setList } from '../../boards/marks';
import { cutAtWord } from '../../contract/fitting';
import { hashtagSlug } from '../../contract/hashtags';
import { findMessages } from '../../messages/find';
import { type Ticked, tickAll, tickedBy } from '../../messages/ticks';
import { toPlainCharacters } from '../../outbox/texts';
import { listActs, recordAct } from '../acts';
import { itemsMeant, namesOf, partsOf } from '../open-items';
import type { Command } from './command';
import { type Handler, NOTE, SETTING_CHANGED_TEXT, type Undo } from './handler';
import { withoutPoliteness } from './plain-words';

const ADD =
  /^(?:add|put) (?!(?:it|that|this|them|these|those)\b)(\S.{0,200}?),? (?:to|on|onto)(?: the| my| our)? [#＃]([\p{L}\p{M}\p{N}\p{Join_C}_-]+)(?: (?:list|board))?$/iu;

/** `Add bananas to #groceries` is `bananas #groceries`, if that is a list. */
export function withoutAdd(app: App, sender: User, body: string): string {
  const [, words, name = ''] = ADD.exec(withoutPoliteness(body)) ?? [];
  const board = words && !words.includes('#') ? findBoard(app, sender, hashtagSlug(name)) : null;
  return board && isList(app, board) ? `${words} #${name}` : body;
}

const DONE = /^\s*done\s*[:\s]\s*(\S[\s\S]{0,200})$/i;
const GOT =
  /^(?:(?:i|we)(?:'ve| have)? )?(?:just |already )?(?:got|bought|have|picked up|grabbed|ticked(?: off)?|tick(?: off)?|check off|crossed? off) (\S.{0,100})$/i;
const NOT =
  /^(?:(?:no|wait|sorry|oops|actually),? )*(?:not|untick|uncheck|i (?:did not|didn't) (?:get|buy)|(?:we )?(?:still need|forgot)) (\S.{0,100})$/i;

/** Words that only an open item, or one just ticked, makes a tick. */
export const mayTick = (body: string): boolean =>
  body.length <= 200 &&
  !body.includes('#') &&
  [DONE, GOT, NOT].some((form) => form.test(withoutPoliteness(body)));

export function recogniseTick(app: App, user: User, body: string, at: number): Command<'tick'> | null {
  const [, done = ''] = DONE.exec(body) ?? [];
  if (done && itemsMeant(app, user, done.trim(), at)?.length) return { kind: 'tick', words: done.trim() };
  const plain = withoutPoliteness(body);
  const words = (GOT.exec(plain)?.[1] ?? '').replace(/ (?:too|already|now|as well)$/i, '');
  if (words && itemsMeant(app, user, words, at, { onOne: true })?.length) return { kind: 'tick', words };
  const [, not = ''] = NOT.exec(plain) ?? [];
  return not && justTicked(app, user, not, at).length > 0 ? { kind: 'tick', words: not, isOff: true } : null;
}

/** Those of the last act that the words name, if it ticked them all. */
function justTicked(app: App, user: User, words: string, at: number): Ticked[] {
  const [last] = listActs(app, user, at);
  if (last?.kind !== 'tick' || !Array.isArray(last.data)) return [];
  const ticked = last.data as Ticked[];
  const named = [[words], partsOf(words)].map((parts) =>
    parts.map((part) => ticked.find(({ item }) => namesOf(part).includes(item))),
  );
  return named.find((items): items is Ticked[] => items.every((item) => item !== undefined)) ?? [];
}

function untick(app: App, sender: User, words: string, at: number): string | typeof NOTE {
  const items = justTicked(app, sender, words, at).filter((item) => tickedBy(app, item) === sender.id);
  if (items.length === 0) return NOTE;
  const unticked = tickAll(app, sender, items, false);
  recordAct(app, sender, { kind: 'tick', data: { unticked }, at });
  return `Open again: ${listed(unticked)}. UNDO takes it back.`;
}

export const obeyTick: Handler<'tick'> = (app, sender, { words, isOff }, { at }) => {
  if (isOff) return untick(app, sender, words, at);
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
  const isOff = !Array.isArray(data);
  const items = isOff ? (data as { unticked: Ticked[] }).unticked : (data as Ticked[]);
  const mine = items.filter((item) => tickedBy(app, item) === (isOff ? null : user.id));
  const seen = new Set(
    findMessages(
      app,
      user,
      mine.map(({ messageId }) => messageId),
    ).map(({ id }) => id),
  );
  const back = mine.filter(({ messageId }) => seen.has(messageId));
  if (back.length === 0) return SETTING_CHANGED_TEXT;
  tickAll(app, user, back, isOff);
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
