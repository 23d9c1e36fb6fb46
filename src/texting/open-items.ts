import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { type Board, findBoard } from '../boards/boards';
import { listTags } from '../boards/lists';
import { isList } from '../boards/marks';
import { nameOf } from '../contract/checklists';
import { cutAtWord, fitAnswer } from '../contract/fitting';
import type { Message } from '../contract/messages';
import { parseQuery } from '../contract/query';
import { findMessages } from '../messages/find';
import { messagesOnBoard } from '../messages/lists';
import type { Ticked } from '../messages/ticks';
import { toPlainCharacters } from '../outbox/texts';
import { singular } from './commands/plain-words';
import { findOpened } from './opened';
import { lastQuestion, listAtOnce, type Question } from './questions';

const READ_MAX = 200;
const LISTS_MAX = 20;
const SHOWN_MAX = 40;
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
  { onOne = false } = {},
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
  const find = (words: string) => {
    const names = namesOf(words);
    const found = places
      .map((items) =>
        items.filter(
          ({ item }) => names.includes(item) || names.some((name) => singular(name) === singular(item)),
        ),
      )
      .find(({ length }) => length > 0);
    return onOne && found && found.length > 1 ? undefined : found?.[0];
  };
  const whole = find(words);
  if (whole) return [whole];
  const parts = partsOf(words).map(find);
  return parts.length > 1 && parts.every((part) => part !== undefined) ? parts : null;
}

/** As it stands, and without an article. */
export function namesOf(words: string): string[] {
  const name = nameOf(words.replace(/[.!]+$/, ''));
  return [name, name.replace(/^(?:the|an?|some|our|my) /, '')];
}

export const partsOf = (words: string): string[] => words.split(SEPARATOR);

const onLists = (app: App, user: User): OpenItem[] =>
  listTags(app, user, LISTS_MAX)
    .map((tag) => findBoard(app, user, tag)!)
    .flatMap((board) => openOn(app, user, board));
