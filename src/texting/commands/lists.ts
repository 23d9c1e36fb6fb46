import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { createBoard, findBoard, findBoardById } from '../../boards/boards';
import { isList, setList } from '../../boards/marks';
import { cutAtWord } from '../../contract/fitting';
import { hashtagSlug } from '../../contract/hashtags';
import type { Message } from '../../contract/messages';
import { findMessages } from '../../messages/find';
import { type Ticked, tickAll, tickedBy } from '../../messages/ticks';
import { toPlainCharacters } from '../../outbox/texts';
import { listActs, recordAct } from '../acts';
import { itemsMeant, namesOf, openOn, partsOf, recentNotes, unlistedBoard } from '../open-items';
import { lastQuestion } from '../questions';
import { boardNamed, onlyList } from './board-words';
import type { Command } from './command';
import { type Handler, NOTE, SETTING_CHANGED_TEXT, type Undo } from './handler';
import { meantReminder } from './meant-reminder';
import { withoutPoliteness, withoutTypos } from './plain-words';

const ADD =
  /^(?:add|put) (?!(?:it|that|this|them|these|those)\b)(\S.{0,200}?),? (?:to|on|onto)(?: the| my| our)? ([#＃]?[\p{L}\p{M}\p{N}\p{Join_C}_-]+(?: [\p{L}\p{N}-]+)?)$/iu;

/** `Add bananas to #groceries` or `to the grocery list` is `bananas #groceries`, if that is a list. */
export function withoutAdd(app: App, sender: User, body: string): string {
  const [, words, name = ''] = ADD.exec(withoutPoliteness(body)) ?? [];
  const tag = words && !words.includes('#') ? boardNamed(app, sender, name) : null;
  const board = tag ? findBoard(app, sender, tag) : null;
  return board && isList(app, board) ? `${words} #${tag}` : body;
}

/** Who dictates says `hashtag groceries` at the end. */
export function spokenTag(app: App, sender: User, content: string): string | null {
  const [, name = ''] = /\shash ?tag (\p{L}[\p{L}\p{N}_-]*)[.!\s]*$/iu.exec(content.slice(-80)) ?? [];
  const tag = content.includes('#') ? '' : hashtagSlug(name);
  return tag && findBoard(app, sender, tag) ? tag : null;
}

const DONE_ALL = /^done all$/i;
const DONE = /^\s*done\s*[:\s]\s*(\S[\s\S]{0,200})$/i;
/** Each has what was done in its first group. */
const GOT = [
  "(?:(?:i|we)(?:'ve| have)? )?(?:just |already |finally )?(?:got|bought|have|picked up|grabbed|ticked(?: off)?|tick(?: off)?|check(?:ed)? off|(?:cross|tak|mark)(?:ed|e)? off|scratch(?: off)?|strike) (.{1,100})",
  "(?:(?:i am|i'm|im|we're|all) )?(?:done|finished)(?: with| w/?) (.{1,100})",
  '(?:mark|check|tick|cross|scratch|strike|take|remove|delete) (.{1,100}?) (?:off|as (?:done|bought|complete[d]?)|done|bought|from)(?:(?: of)?(?: the| my| our)? [#＃]?[\\p{L}\\p{N}_-]+(?: list| board)?)?',
  "(.{1,100}?)(?:'s)? (?:is |are |was |were |has been |have been )?(?:done|bought|got|ticked|checked|check)(?: off)?",
  "(?:skip|cross out|get rid of|(?:we |i )?(?:already (?:have|got)|(?:don'?t|do not|no longer) need)) (.{1,100}?)(?: (?:on|from) (?:the|my|our) list| any ?more)?",
  '(?:check|tick|cross) (\\d[\\d ,&]*(?:and \\d+)?)',
].map((form) => new RegExp(`^${form}$`, 'iu'));
const NOT =
  /^(?:(?:no|wait|sorry|oops|actually),? )*(?:not(?: done)?(?: with)?|untick|uncheck|(?:i |we )?(?:did not|did ?n'?t) (?:get|buy|find)|(?:we )?(?:still need|forgot)|put(?= .* back\b)) (\S.{0,100}?)(?: back(?: (?:on|onto|to) .{1,30})?)?$/i;
const ALL =
  /^(?:clear|empty|check off|tick off|cross off) (?<tag>[#＃][^\s#＃]+(?: list)?)$|^(?:(?:everything|all of it)(?:'s| is| was)? (?:done|bought|ticked|checked off)|(?:cross|check|tick|mark) (?:everything|it all|all|them all) (?:off|done|as done)|(?:all )?(?:done|finished)(?: with)?(?: the)? shopping)$|^(?:clear|empty|reset|finish(?:ed)?|done with|check off|tick off|cross off) (?<whole>(?:the|my|our|all of the|the whole) .{0,30}?list)$|^(?:(?:i|we)(?:'ve| have)? )?(?:just )?(?:got|bought|have|tick(?: off)?|check off) (?:everything|it all|all of it|all of them|them all|all)(?: (?:on|from) (?<list>(?:the|my|our) .{0,30}?list))?(?: (?:but|except)(?: for)? (?<others>.{1,80}))?$/i;

/** Words that only an open item, or one just ticked, makes a tick. */
export const mayTick = (body: string): boolean =>
  body.length <= 200 &&
  (!body.includes('#') || [GOT[2]!, ALL].some((form) => form.test(plainOf(body)))) &&
  [DONE, ALL, NOT, ...GOT].some(
    (form) => form.test(plainOf(body)) || form.test(plainOf(body).replace(/,[^,]{3,40}$/, '')),
  );

const TICKED = /^(?!(?:i |we )?(?:just )?(?:got|bought|have|done|did|finished)\b)(.*\p{L}) ?(?:✅|✔️?|☑️?)$/iu;
const plainOf = (body: string) => withoutTypos(withoutPoliteness(body.trim().replace(TICKED, '$1 done')));

export function recogniseTick(app: App, user: User, body: string, at: number): Command<'tick'> | null {
  const [, done = ''] = DONE.exec(plainOf(body)) ?? [];
  let read: Message[] | undefined;
  const notes = () => (read ??= recentNotes(app, user));
  if (done && itemsMeant(app, user, done.trim(), at, { notes })?.length)
    return { kind: 'tick', words: done.trim() };
  const plain = plainOf(body);
  const isAll = DONE_ALL.test(plain) && !meantReminder(app, user, at);
  const all = isAll ? { list: listAsked(app, user, at) } : ALL.exec(plain)?.groups;
  const names = all ? openOnOnly(app, user, all, at) : null;
  if (names) return { kind: 'tick', words: names };
  for (const words of gotIn(plain))
    if (itemsMeant(app, user, words, at, { onOne: true, notes })?.length) return { kind: 'tick', words };
  const [, not = ''] = NOT.exec(plain) ?? [];
  return not && justTicked(app, user, not, at).length > 0 ? { kind: 'tick', words: not, isOff: true } : null;
}

const gotIn = (plain: string): string[] =>
  GOT.flatMap((form) => {
    // a reason may follow: `take eggs off the list, we have some`
    const found = form.exec(plain) ?? form.exec(plain.replace(/,[^,]{3,40}$/, ''));
    return (found?.[1] ?? '').replace(/ (?:too|already|now|as well)$/i, '') || [];
  });

/** The board to make a list of, so that these words tick what is in a note there. */
export function boardToTick(app: App, user: User, body: string): string | null {
  const [, added, name = ''] = ADD.exec(withoutPoliteness(body)) ?? [];
  if (added) {
    const tag = boardNamed(app, user, name);
    return tag && unlistedBoard(app, user, { tag });
  }
  if (body.includes('#') || !mayTick(body)) return null;
  const plain = plainOf(body);
  const words = [DONE.exec(plain)?.[1], NOT.exec(plain)?.[1], ...gotIn(plain)].filter(
    (one) => one !== undefined,
  );
  return unlistedBoard(app, user, DONE_ALL.test(plain) ? {} : { words });
}

const listAsked = (app: App, user: User, at: number): string | undefined => {
  const question = lastQuestion(app, user, at);
  return question?.items ? question.query : undefined;
};

/** All that is open on the only list, but for those named, as words of a tick. */
function openOnOnly(
  app: App,
  user: User,
  { list, tag: named = list, whole = named, others }: Record<string, string | undefined>,
  at: number,
): string | null {
  const tag = whole ? boardNamed(app, user, whole) : onlyList(app, user);
  const board = tag ? findBoard(app, user, tag) : null;
  const but = others ? itemsMeant(app, user, others, at) : [];
  if (!board || !but) return null;
  const items = openOn(app, user, board).filter(({ item }) => !but.some((one) => one.item === item));
  return items.length > 0 ? items.map(({ item }) => item).join('\n') : null;
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

export const obeyList: Handler<'list'> = (app, sender, { tag, list, isNew }, { at }) => {
  const board =
    findBoard(app, sender, tag) ?? (isNew && list ? createBoard(app, sender, { tag, shared: false }) : null);
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
