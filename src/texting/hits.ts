import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { findBoard } from '../boards/boards';
import { cutAtWord, fitAnswer, fitsAnswer } from '../contract/fitting';
import { findLinks } from '../contract/links';
import type { Message } from '../contract/messages';
import { nameInText } from '../contract/people';
import { parseQuery } from '../contract/query';
import { beginningOf } from '../contract/text';
import { findMessages } from '../messages/find';
import { toPlainCharacters } from '../outbox/texts';
import { writtenDay } from '../outbox/written-times';
import { zoneOf } from '../people/time-zone';

const HITS_MAX = 3;
/** With less room for the words of each message (in UTF-16 units), an answer has fewer messages. */
const ROOM_MIN = 16;
const ROOM_MAX = 240;
const TAG_MAX = 24;
const QUERY_SHOWN_MAX = 60;

type Found = { query: string; found: number[]; total: number; shown: number };
export type Hits = { text: string; shown: number };

export function firstHits(app: App, reader: User, question: Omit<Found, 'shown'>): Hits {
  const hits = hitsAfter(app, reader, { ...question, shown: 0 });
  return hits ?? { text: nothingFound(app, reader, question.query), shown: 0 };
}

export function nextHits(app: App, reader: User, question: Found): Hits {
  const hits = hitsAfter(app, reader, question);
  if (hits) return hits;
  const isAll = question.total <= question.found.length;
  const url = `${app.publicUrl}/search?q=${encodeURIComponent(question.query)}`;
  const more = ` See the others: ${url}`;
  const text = `That was all${isAll ? '.' : ' that fits into texts.'}`;
  return { text: !isAll && fitsAnswer(text + more) ? text + more : text, shown: question.shown };
}

/** Each message keeps its number, even if messages before it have been deleted meanwhile. */
function hitsAfter(app: App, reader: User, { query, found, total, shown }: Found): Hits | null {
  const hits: Message[] = [];
  for (let at = shown; at < found.length && hits.length < HITS_MAX; at += HITS_MAX)
    hits.push(...findMessages(app, reader, found.slice(at, at + HITS_MAX)));
  const asked = parseQuery(query).tags;
  const lines = hits.slice(0, HITS_MAX).map((message) => {
    const number = found.indexOf(message.id) + 1;
    return { number, head: headOfLine(app, reader, message, asked), words: lineWords(message) };
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

function headOf(app: App, reader: User, message: Message): string {
  const day = writtenDay(Date.parse(message.timestamp), zoneOf(app, reader), app.now());
  return message.senderId === reader.id ? day : `${day}, ${senderOf(message)}`;
}

export const senderOf = ({ senderFirstName, senderDisplayName }: Message): string =>
  senderFirstName
    ? nameInText({ firstName: senderFirstName, lastName: null, phone: '' })
    : senderDisplayName.replaceAll('•', '*');

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

/** Adds the first link if it was cut off, and the address of a board if there is room. */
export function wholeMessage(app: App, reader: User, message: Message): string {
  const url = `\n${app.publicUrl}/tag/${encodeURIComponent(message.tags[0] ?? '')}`;
  const files = filesIn(message);
  const words = toPlainCharacters(message.content.replace(/[^\P{C}\n\p{Join_C}]/gu, '')).trim();
  const link = findLinks(message.content)[0]?.text;
  const head = headOf(app, reader, message);
  const build = (tail: string) => (room: number) => {
    const cut = cutAtWord(words, room);
    const isLost = tail !== '' && link !== undefined && cut !== words && !cut.includes(`${link} `);
    return `${head}: ${[cut, files].filter(Boolean).join(' ')}${isLost ? `\n${link}` : ''}${tail}`;
  };
  const text = fitAnswer(ROOM_MIN, words.length, build(url)) ?? fitAnswer(ROOM_MIN, words.length, build(''));
  return text ?? build('')(ROOM_MIN);
}

function nothingFound(app: App, reader: User, query: string): string {
  const { tags, words } = parseQuery(query);
  const unknown = tags.find((tag) => !findBoard(app, reader, tag));
  const [first] = tags;
  if (unknown) return `You have no board #${unknown}. BOARDS lists yours.`;
  if (first && tags.length === 1 && words.length === 0 && query.trim() === `#${first}`)
    return `Nothing is on #${first} yet.`;
  return `Nothing found for ${cutAtWord(toPlainCharacters(query), QUERY_SHOWN_MAX)}. BOARDS lists your boards.`;
}
