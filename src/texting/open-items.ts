import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { type Board, findBoard } from '../boards/boards';
import { listTags } from '../boards/lists';
import { isList } from '../boards/marks';
import { itemsIn, nameOf } from '../contract/checklists';
import { cutAtWord, fitAnswer } from '../contract/fitting';
import { DEFAULT_TAG } from '../contract/limits';
import type { Message } from '../contract/messages';
import { parseQuery } from '../contract/query';
import { findMessages } from '../messages/find';
import { latestOwn, messagesOnBoard } from '../messages/lists';
import type { Ticked } from '../messages/ticks';
import { toPlainCharacters } from '../outbox/texts';
import { singular } from './commands/plain-words';
import { findOpened } from './opened';
import { lastQuestion, listAtOnce, type Question } from './questions';

const READ_MAX = 200;
const LISTS_MAX = 20;
const SHOWN_MAX = 40;
const RUN_WORDS_MAX = 12;
/** Of these an own note is ticked, or named in a hint, without LIST ON. */
const NOTES_READ = 40;
const RECENT_MS = 7 * 86_400_000;
/** People name items by numbers of at most two digits. */
const NUMBERED_MAX = 99;
const NUMBERS = /^\d{1,2}(?:(?:\s*[,&+]\s*|\s+(?:and\s+)?)\d{1,2})*$/;
const SEPARATOR = /\s*[,;\n]\s*(?:and\s+)?|\s+(?:and|&|n|\+)\s+/;

export type OpenItem = Ticked & { text: string };

const openIn = (messages: Message[]): OpenItem[] =>
  messages.flatMap(({ id, items = [] }) =>
    items.flatMap(({ item, text, doneAt }) => (doneAt ? [] : { messageId: id, item, text })),
  );

export const openOn = (app: App, reader: User, board: Board): OpenItem[] =>
  openIn(messagesOnBoard(app, reader, board, { limit: READ_MAX }));

/** What is open, if the question is about a list and nothing else. */
export function openItems(app: App, reader: User, query: string, at: number): string | null {
  const [tag = ''] = parseQuery(query).tags;
  const board = query.trim() === `#${tag}` ? findBoard(app, reader, tag) : null;
  if (!board || !isList(app, board)) return null;
  const open = openOn(app, reader, board).slice(0, NUMBERED_MAX);
  const { text, shown } = inText(open, 0, `#${tag}: `);
  const found = open.map(({ messageId }) => messageId);
  return listAtOnce(app, reader, { about: 'messages', query, found, total: found.length }, at, {
    text: text || `Nothing is open on #${tag}.`,
    shown,
    items: open.map(({ item }) => item),
  });
}

/** Items keep their numbers, and those that are done meanwhile are left out. */
export function moreItems(app: App, reader: User, { found, items, shown }: Question) {
  const open = openIn(findMessages(app, reader, [...new Set(found)]));
  const rest = found.map((messageId, index) =>
    index < shown
      ? undefined
      : open.find((one) => one.messageId === messageId && one.item === items?.[index]),
  );
  const more = inText(rest, shown, '');
  return more.text ? more : { text: 'That was all.', shown };
}

function inText(
  items: (OpenItem | undefined)[],
  from: number,
  head: string,
): { text: string; shown: number } {
  const numbered = items.flatMap((item, index) =>
    item && index >= from ? { number: index + 1, text: cutAtWord(toPlainCharacters(item.text), 60) } : [],
  );
  const build = (count: number) => {
    const lines = numbered.slice(0, count).map(({ number, text }) => `${number} ${text}`);
    const others = numbered.length - count;
    const example = numbered[0]?.number;
    return `${head}${lines.join(', ')}. DONE ${example} ticks.${others > 0 ? ` MORE for ${others} others` : ''}`;
  };
  const most = Math.min(numbered.length, SHOWN_MAX);
  let shown = 0;
  const text = most === 0 ? null : fitAnswer(1, most, build);
  while (text && shown < most && build(shown) !== text) shown++;
  return { text: text ?? '', shown: numbered[shown - 1]?.number ?? from };
}

/**
 * Null if the words are not exactly those of open items, or the numbers not those of the last answer. `onOne`: nor
 * if an item is open in two places, unless the last answer had just one of them.
 */
export function itemsMeant(
  app: App,
  user: User,
  words: string,
  at: number,
  { onOne = false, notes = () => recentNotes(app, user) }: { onOne?: boolean; notes?: () => Message[] } = {},
): OpenItem[] | null {
  const question = lastQuestion(app, user, at);
  const asked = question?.items ? openIn(findMessages(app, user, [...new Set(question.found)])) : [];
  if (NUMBERS.test(words)) {
    const numbers = words.match(/\d+/g)!.map(Number);
    if (!question?.items || numbers.some((number) => number < 1 || number > question.shown)) return null;
    return numbers.flatMap((number) => {
      const [messageId, item] = [question.found[number - 1], question.items![number - 1]];
      return asked.find((one) => one.messageId === messageId && one.item === item) ?? [];
    });
  }
  const opened = findOpened(app, user, at);
  const inOpened = opened ? openIn(findMessages(app, user, [opened.messageId])) : [];
  const places = [inOpened, asked, onLists(app, user)];
  const listed = meantAmong(places, words, onOne);
  if (listed || (onOne && meantAmong(places, words, false))) return listed;
  const noted = notes().flatMap((note) => {
    const found = meantAmong([openIn([note])], words, false);
    return found ? [found] : [];
  });
  return onOne && noted.length > 1 ? null : (noted[0] ?? null);
}

/** The first place that has an item counts. */
function meantAmong(places: OpenItem[][], words: string, onOne: boolean): OpenItem[] | null {
  const find = (words: string) => {
    const names = namesOf(words);
    const alike = names.map(plain);
    const found = places
      .map((items) => items.filter(({ item }) => names.includes(item) || alike.includes(plain(item))))
      .find(({ length }) => length > 0);
    return onOne && found && found.length > 1 ? undefined : found?.[0];
  };
  const whole = find(words);
  if (whole) return [whole];
  for (const parts of [words.split('\n'), partsOf(words)]) {
    const found = parts.map(find);
    if (parts.length > 1 && found.every((part) => part !== undefined)) return found;
  }
  return inRuns(words, find);
}

/** `tent camp stove socks`: each time the longest run of words that is an item. */
function inRuns(words: string, find: (words: string) => OpenItem | undefined): OpenItem[] | null {
  const typed = words.split(/[\s,]+/);
  if (typed.length > RUN_WORDS_MAX) return null;
  const found: OpenItem[] = [];
  for (let from = 0; from < typed.length; ) {
    const ends = typed.slice(from).map((_, index) => typed.length - index);
    const run = ends.map((end) => ({ end, item: find(typed.slice(from, end).join(' ')) }));
    const longest = run.find(({ item }) => item !== undefined);
    if (!longest?.item) return null;
    found.push(longest.item);
    from = longest.end;
  }
  return found;
}

export const recentNotes = (app: App, user: User): Message[] =>
  latestOwn(app, user, NOTES_READ).filter(({ timestamp }) => Date.parse(timestamp) > app.now() - RECENT_MS);

/** The board, which is no list, of an own recent note of several items; with `words` of one that has these. */
export function unlistedBoard(
  app: App,
  user: User,
  { words, tag: wanted }: { words?: string[]; tag?: string },
): string | null {
  for (const { id: messageId, content, tags } of recentNotes(app, user)) {
    const items = itemsIn(content, true).map(({ item, text }) => ({ messageId, item, text }));
    const tag = tags.find((one) => (wanted ? one === wanted : one !== DEFAULT_TAG));
    const board = tag && items.length > 1 ? findBoard(app, user, tag) : null;
    const isNamed = words?.some((one) => meantAmong([items], one, false)) ?? true;
    if (board && isNamed && !isList(app, board)) return board.tag;
  }
  return null;
}

/** As it stands, without an article, and what was done as something to do. */
export function namesOf(words: string): string[] {
  const name = nameOf(words.replace(/[.!,]+$/, ''));
  const [, done = '', rest = ''] = /^(\p{L}+)( .+)$/u.exec(name) ?? [];
  const todo = PAST[done] ?? (/ed$/.test(done) ? `${done.slice(0, -2)}|${done.slice(0, -1)}` : '');
  return [
    name,
    name.replace(/^(?:the|an?|some|our|my) /, ''),
    ...todo.split('|').flatMap((verb) => (verb ? `${verb}${rest}` : [])),
  ];
}

const PAST: Record<string, string> = {
  paid: 'pay',
  sent: 'send',
  bought: 'buy|get',
  got: 'get|buy',
  made: 'make',
  did: 'do',
  took: 'take',
  wrote: 'write',
  found: 'find',
};

const plain = (name: string) => singular(name.replace(/(?<= )(?:the|an?|some|our|my) /g, ''));

export const partsOf = (words: string): string[] => words.split(SEPARATOR);

const onLists = (app: App, user: User): OpenItem[] =>
  listTags(app, user, LISTS_MAX)
    .map((tag) => findBoard(app, user, tag)!)
    .flatMap((board) => openOn(app, user, board));
