import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { findBoard } from '../boards/boards';
import { cutAtWord, fitAnswer, fitsAnswer } from '../contract/fitting';
import { findLinks } from '../contract/links';
import type { Message } from '../contract/messages';
import { nameInText } from '../contract/people';
import { parseQuery } from '../contract/query';
import { ruleInWords } from '../contract/repeats';
import { beginningOf } from '../contract/text';
import { findMessages } from '../messages/find';
import { findReminder } from '../notices/reminders/reminders';
import { boardUrl } from '../outbox/board-url';
import { toPlainCharacters } from '../outbox/texts';
import { writtenDay, writtenTime } from '../outbox/written-times';
import { zoneOf } from '../people/time-zone';

const HITS_MAX = { messages: 3, reminders: 5 };
/** With less room for the words of each message (in UTF-16 units), an answer has fewer messages. */
const ROOM_MIN = 16;
const ROOM_MAX = 240;
const TAG_MAX = 24;
const QUERY_SHOWN_MAX = 60;
const QUOTED_MAX = 60;

/** `shown` is the highest number that an answer has given to one of the found messages. */
export type Listed = {
  about: keyof typeof HITS_MAX;
  query: string;
  found: number[];
  total: number;
  shown: number;
};
export type Hits = { text: string; shown: number };

export function firstHits(app: App, reader: User, question: Omit<Listed, 'shown'>): Hits {
  const hits = hitsAfter(app, reader, { ...question, shown: 0 });
  return hits ?? { text: nothingFound(app, reader, question), shown: 0 };
}

export function nextHits(app: App, reader: User, question: Listed): Hits {
  const hits = hitsAfter(app, reader, question);
  if (hits) return hits;
  const isAll = question.total <= question.found.length;
  const url = `${app.publicUrl}/search?q=${encodeURIComponent(question.query)}`;
  const more = ` See the others: ${url}`;
  const text = `That was all${isAll ? '.' : ' that fits into texts.'}`;
  return { text: !isAll && fitsAnswer(text + more) ? text + more : text, shown: question.shown };
}

/** Each message keeps its number, even if messages before it have been deleted meanwhile. */
function hitsAfter(app: App, reader: User, { about, query, found, total, shown }: Listed): Hits | null {
  const hits: Message[] = [];
  const most = HITS_MAX[about];
  for (let at = shown; at < found.length && hits.length < most; at += most)
    hits.push(...findMessages(app, reader, found.slice(at, at + most)));
  const asked = parseQuery(query).tags;
  const lines = hits.slice(0, most).map((message) => {
    const number = found.indexOf(message.id) + 1;
    const head =
      about === 'reminders' ? timeOfReminder(app, reader, message) : headOfLine(app, reader, message, asked);
    return { number, head, words: lineWords(message) };
  });
  for (; lines.length > 0; lines.pop()) {
    const last = lines.at(-1)!.number;
    const others = total - last;
    const text = fitAnswer(ROOM_MIN, ROOM_MAX, (room) =>
      [
        ...lines.map(({ number, head, words }) => `${number} ${head}: ${cutAtWord(words, room)}`),
        ...(others > 0 ? [`MORE for ${others === 1 ? '1 other' : `${others} others`}`] : []),
      ].join('\n'),
    );
    if (text) return { text, shown: last };
  }
  return null;
}

function headOfLine(app: App, reader: User, message: Message, asked: string[]): string {
  const tag = message.tags.find((tag) => asked.includes(tag)) ?? message.tags[0] ?? '';
  const beginning = beginningOf(tag, TAG_MAX);
  const shortTag = beginning === tag ? tag : `${beginning}..`;
  return `#${shortTag} ${headOf(app, reader, message)}`;
}

function timeOfReminder(app: App, reader: User, { id }: Message): string {
  const { at = null, sentAt = null, rule = null } = findReminder(app, reader, id) ?? {};
  const time = writtenTime(at ?? sentAt ?? app.now(), zoneOf(app, reader), app.now());
  if (at === null) return `was ${time}`;
  return rule ? `${time}, ${ruleInWords(rule)}` : time;
}

function headOf(app: App, reader: User, message: Message): string {
  const day = writtenDay(Date.parse(message.timestamp), zoneOf(app, reader), app.now());
  return message.senderId === reader.id ? day : `${day}, ${senderOf(message)}`;
}

export const senderOf = ({ senderFirstName, senderDisplayName }: Message): string =>
  senderFirstName
    ? nameInText({ firstName: senderFirstName, lastName: null, phone: '' })
    : senderDisplayName.replaceAll('•', '*');

export function quote(app: App, reader: User, messageId: number): string {
  const [message] = findMessages(app, reader, [messageId]);
  return message ? cutAtWord(lineWords(message), QUOTED_MAX) : '';
}

export function lineWords(message: Pick<Message, 'content' | 'media'>): string {
  const words = toPlainCharacters(message.content.slice(0, 2 * ROOM_MAX))
    .replace(/https?:\/\/(?:www\.)?/gi, '')
    .replace(/(?:[\p{Extended_Pictographic}\p{Regional_Indicator}\p{EMod}](?:\ufe0f|\u20e3|\u200d)*)+/gu, ' ')
    .replace(/(?:[^\P{C}\p{Join_C}]|\s)+/gu, ' ')
    .replace(/^(?: ?#[^\s#]+)+/, '')
    .replace(/(?: #[^\s#]+)+ ?$/, '')
    .trim();
  return words || filesIn(message) || message.content.trim().slice(0, ROOM_MAX) || '(note)';
}

function filesIn({ media }: Pick<Message, 'media'>): string {
  if (media.length === 0) return '';
  const noun = media.every(({ type }) => type.startsWith('image/')) ? 'photo' : 'file';
  return media.length === 1 ? `(${noun})` : `(${media.length} ${noun}s)`;
}

const MORE_OF_IT = '\nMORE reads on';
const OF_A_REMINDER = '\nDONE, SNOOZE 2h, EDIT fri 10am or DELETE?';

export type Part = { text: string; texted: number | null };

/** Adds the first link if it was cut off, and the address of a board if there is room. */
export function wholeMessage(
  app: App,
  reader: User,
  message: Message,
  { about, texted = 0 }: { about: Listed['about']; texted?: number },
): Part {
  const board = findBoard(app, reader, message.tags[0] ?? '');
  const hint = about === 'reminders' ? OF_A_REMINDER : '';
  const place = board?.shared
    ? boardUrl(app, board.id)
    : `${app.publicUrl}/tag/${encodeURIComponent(message.tags[0] ?? '')}`;
  const url = hint ? '' : `\n${place}#message-${message.id}`;
  const files = filesIn(message);
  const all = toPlainCharacters(message.content.replace(/[^\P{C}\n\p{Join_C}]/gu, '')).trim();
  const words = all.slice(texted).trimStart();
  const link = findLinks(message.content)[0]?.text;
  const head = hint ? `Reminder ${timeOfReminder(app, reader, message)}` : headOf(app, reader, message);
  const rests = new Map<string, number | null>();
  const build = (tail: string) => (room: number) => {
    const cut = cutAtWord(words, room);
    const isCut = cut !== words;
    const isLost = tail !== '' && isCut && link !== undefined && !cut.includes(`${link} `) && texted === 0;
    const part = [cut, files].filter(Boolean).join(' ');
    const start = texted > 0 ? part : `${head}: ${part}`;
    const text = `${start}${isLost ? `\n${link}` : ''}${isCut ? MORE_OF_IT : ''}${tail}`;
    rests.set(text, isCut ? all.length - words.length + cut.length - '...'.length : null);
    return text;
  };
  const shortest = hint ? '' : `\n${app.publicUrl}/thread/${message.id}`; // a tag may be long in an address
  const tails = texted > 0 ? [''] : [hint || url, shortest, ''];
  const fitting = tails
    .map((tail) => fitAnswer(ROOM_MIN, words.length, build(tail)))
    .find((text) => text !== null);
  const text = fitting ?? build('')(ROOM_MIN);
  return { text, texted: rests.get(text) ?? null };
}

function nothingFound(app: App, reader: User, { about, query }: Omit<Listed, 'shown'>): string {
  if (about === 'reminders') return 'No reminder is to come. To set one: REMIND call mum fri 9am.';
  const { tags, words } = parseQuery(query);
  const unknown = tags.find((tag) => !findBoard(app, reader, tag));
  const [first] = tags;
  if (unknown) return `You have no board #${unknown}. BOARDS lists yours.`;
  if (first && tags.length === 1 && words.length === 0 && query.trim() === `#${first}`)
    return `Nothing is on #${first} yet.`;
  return `Nothing found for ${cutAtWord(toPlainCharacters(query), QUERY_SHOWN_MAX)}. BOARDS lists your boards.`;
}
