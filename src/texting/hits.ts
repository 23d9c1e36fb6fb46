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

/** The words of answers to questions by text (docs/product.md: Questions by text). */

/** Maximum number of messages in one answer. */
const HITS_MAX = 3;
/**
 * Minimum room for the words of each message in an answer, in UTF-16 units. With less room, an answer has
 * fewer messages.
 */
const ROOM_MIN = 16;
const ROOM_MAX = 240;
const TAG_MAX = 24;
const QUERY_SHOWN_MAX = 60;

type Found = { query: string; found: number[]; total: number; shown: number };
/** An answer, and the highest number that it or an earlier answer has given to a message. */
export type Hits = { text: string; shown: number };

/** Returns the first answer to a question. */
export function firstHits(app: App, reader: User, question: Omit<Found, 'shown'>): Hits {
  const hits = hitsAfter(app, reader, { ...question, shown: 0 });
  return hits ?? { text: nothingFound(app, reader, question.query), shown: 0 };
}

/**
 * Returns the answer with the messages after those that were shown, or an answer that says that there are no
 * more.
 */
export function nextHits(app: App, reader: User, question: Found): Hits {
  const hits = hitsAfter(app, reader, question);
  if (hits) return hits;
  const isAll = question.total <= question.found.length;
  const url = `${app.publicUrl}/search?q=${encodeURIComponent(question.query)}`;
  const more = ` See the others: ${url}`;
  const text = `That was all${isAll ? '.' : ' that fits into texts.'}`;
  return { text: !isAll && fitsAnswer(text + more) ? text + more : text, shown: question.shown };
}

/**
 * Returns an answer with the next messages that the reader still sees, or null if there is none. Each message
 * keeps its number, even if messages before it have been deleted meanwhile.
 */
function hitsAfter(app: App, reader: User, { query, found, total, shown }: Found): Hits | null {
  const hits: Message[] = [];
  for (let at = shown; at < found.length && hits.length < HITS_MAX; at += HITS_MAX)
    hits.push(...findMessages(app, reader, found.slice(at, at + HITS_MAX)));
  const asked = parseQuery(query).tags;
  const reading = readingOf(app, reader);
  const lines = hits.slice(0, HITS_MAX).map((message) => {
    const number = found.indexOf(message.id) + 1;
    return { number, head: headOfLine(message, asked, reading), words: lineWords(message) };
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

/** The reader of an answer, the reader's time zone, and the time of the answer in milliseconds UTC. */
type Reading = { readerId: number; zone: string; now: number };

const readingOf = (app: App, reader: User): Reading => ({
  readerId: reader.id,
  zone: zoneOf(app, reader),
  now: app.now(),
});

/** Returns a tag, the date and the sender of a message. Prefers a tag that the question has asked for. */
function headOfLine(message: Message, asked: string[], reading: Reading): string {
  const tag = message.tags.find((tag) => asked.includes(tag)) ?? message.tags[0] ?? '';
  const beginning = beginningOf(tag, TAG_MAX);
  const shortTag = beginning === tag ? tag : `${beginning}..`;
  return `#${shortTag} ${headOf(message, reading)}`;
}

/** Returns the date of a message, and the first name of its sender if the reader is somebody else. */
function headOf(message: Message, { readerId, zone, now }: Reading): string {
  const day = writtenDay(Date.parse(message.timestamp), zone, now);
  return message.senderId === readerId ? day : `${day}, ${senderOf(message)}`;
}

/** Returns how texts name the sender of a message: by the first name, or else by the masked phone number. */
export const senderOf = ({ senderFirstName, senderDisplayName }: Message): string =>
  senderFirstName
    ? nameInText({ firstName: senderFirstName, lastName: null, phone: '' })
    : senderDisplayName.replaceAll('•', '*');

/** Returns the beginning of a message's words on one line, without hashtags at the ends and without emoji. */
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

/** Returns the files of a message in words, such as `(2 photos)`, or an empty string if it has none. */
function filesIn({ media }: Pick<Message, 'media'>): string {
  if (media.length === 0) return '';
  const noun = media.every(({ type }) => type.startsWith('image/')) ? 'photo' : 'file';
  return media.length === 1 ? `(${noun})` : `(${media.length} ${noun}s)`;
}

/**
 * Returns as much of a message as fits into an answer. If there is room, adds the address of one of the
 * message's boards and, if the first link of the message was cut off, this link.
 */
export function wholeMessage(app: App, reader: User, message: Message): string {
  const url = `\n${app.publicUrl}/tag/${encodeURIComponent(message.tags[0] ?? '')}`;
  const files = filesIn(message);
  const words = toPlainCharacters(message.content.replace(/[^\P{C}\n\p{Join_C}]/gu, '')).trim();
  const link = findLinks(message.content)[0]?.text;
  const head = headOf(message, readingOf(app, reader));
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
