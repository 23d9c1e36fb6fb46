import { createHash } from 'node:crypto';
import { z } from 'zod';
import { VisibleError } from '../app/errors';
import { hashtagSlug, hashtagsIn } from '../contract/hashtags';
import { CONTENT_MAX, DEFAULT_TAG, MEDIA_BYTES_MAX, MEDIA_MAX, TAGS_MAX } from '../contract/limits';
import { source } from '../contract/messages';
import { boundedText } from '../contract/text';
import type { ImportedFile, ImportedMessage, Note, Unreadable } from './formats/format';
import { refusal } from './refusals';
import type { ArchivedMessage } from './schemas';
import { mediaEntries, messageId, orNull, phone, time } from './schemas';

// Markdown, CSV and bookmark files, and files of other programs, identify a board only by its tag. So the
// messages of these files are put on private boards.

export { refusal };

export const NOTE_CHARACTERS_MAX = 1_000_000;

/** Milliseconds by which the clock of the program that wrote the note may be ahead. */
const DAY = 24 * 60 * 60 * 1000;
const MEDIA_MB_MAX = MEDIA_BYTES_MAX / 1024 / 1024;

const tags = z
  .array(z.string())
  .transform((tags) => [...new Set(tags.map(importedSlug).filter(Boolean))].slice(0, TAGS_MAX))
  .transform((tags) => (tags.length > 0 ? tags : [DEFAULT_TAG]));
const content = boundedText(CONTENT_MAX, `can have at most ${CONTENT_MAX} characters`);

const ownMessage = z
  .object({
    id: messageId,
    from: z.preprocess((value) => value || null, phone.nullable()),
    created: time,
    edited: orNull(time),
    source: z.catch(source, 'api'),
    tags,
    content,
    media: mediaEntries,
  })
  .transform(({ created, edited, tags, ...message }): ArchivedMessage => {
    const boards = tags.map((tag) => ({ tag }));
    return { ...message, createdAt: created, editedAt: edited, replyTo: null, boards };
  });

export function parseOwnMessage(entry: Record<string, unknown>): ArchivedMessage {
  const { data, error } = ownMessage.safeParse(entry);
  if (error) throw new Error(sentence(error));
  return data;
}

type Options = {
  /** Keys of notes are unique only within one format. */
  format: string;
  now: number;
  untagged?: string;
};

/** The second and all further messages are replies to the first (docs/product/archive.md: Import). */
export function toMessages(
  note: Note,
  { format, now, untagged = DEFAULT_TAG }: Options,
): { messages: ImportedMessage[]; unreadable: Unreadable[] } {
  const text = note.text.replaceAll('\0', '').toWellFormed();
  const { slugs, others } = sortTags(note, text);
  const boards = (slugs.length > 0 ? slugs : [untagged]).map((tag) => ({ tag }));
  // a note with a time in the future would stay above all newer messages, so it gets the time of the import
  const isPossible = note.createdAt !== null && Math.abs(note.createdAt) <= now + DAY;
  const createdAt = isPossible ? note.createdAt! : now;
  const { files, unreadable } = sortFiles(note);
  const id = idOf(note, text, format);
  const texts = splitText(others.length > 0 ? `${text}\nTags: ${others.join(', ')}`.trim() : text);
  const count = Math.max(texts.length, Math.ceil(files.length / MEDIA_MAX));
  const messages = Array.from({ length: count }, (_, part) => ({
    id: part === 0 ? id : `${id}-${part + 1}`,
    from: phone.safeParse(note.from).data ?? null, // a file of another program may have a name here
    createdAt: createdAt + part, // each part is a millisecond later, so that the parts stay in order
    editedAt: null,
    source: 'api' as const,
    content: texts[part] ?? '',
    replyTo: part === 0 ? null : id,
    boards,
    files: files.slice(part * MEDIA_MAX, (part + 1) * MEDIA_MAX),
  }));
  return { messages, unreadable };
}

// `others` are tags without a letter or digit, such as `🔥`, and tags beyond the number that a message can
// have.
function sortTags({ tags, hashtags }: Note, text: string): { slugs: string[]; others: string[] } {
  const named = tags.map((tag) => ({ tag: tag.trim(), slug: importedSlug(tag) }));
  const inText = hashtags === false ? [] : hashtagsIn(text);
  const slugs = [...new Set([...named.map(({ slug }) => slug), ...inText].filter(Boolean))].slice(
    0,
    TAGS_MAX,
  );
  const others = named.filter(({ tag, slug }) => tag !== '' && !slugs.includes(slug)).map(({ tag }) => tag);
  return { slugs, others: [...new Set(others)] };
}

/** Returns 32 hexadecimal digits that are the same at every import of the note. */
function idOf({ key, createdAt, tags }: Note, text: string, format: string): string {
  const identity = key === undefined ? [createdAt, text, tags] : [format, key];
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
}

function sortFiles({ files = [] }: Note): { files: ImportedFile[]; unreadable: Unreadable[] } {
  const usable: ImportedFile[] = [];
  const unreadable: Unreadable[] = [];
  for (const file of files)
    if ('unreadable' in file) unreadable.push(file);
    else if (file.bytes > MEDIA_BYTES_MAX)
      unreadable.push({ unreadable: file.name ?? 'a file', reason: `has more than ${MEDIA_MB_MAX} MB` });
    else usable.push(file);
  return { files: usable, unreadable };
}

const BREAKS = ['\n\n', '\n', '. ', ' '];

/** Cuts at the end of a paragraph, line, sentence or word, if there is one in the second half of a part. */
export function splitText(text: string, max = CONTENT_MAX): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const window = rest.slice(0, max);
    const found = BREAKS.map((mark) => window.lastIndexOf(mark) + mark.length).find((end) => end > max / 2);
    const end = found ?? (/[\uD800-\uDBFF]$/.test(window) ? max - 1 : max);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end);
  }
  return [...parts, rest].filter((part, index) => index === 0 || part.trim() !== '');
}

/** If there are none, splits at spaces. */
export const splitTags = (text: string): string[] =>
  text
    .split(/[,;|]/.test(text) ? /[,;|]+/ : /\s+/)
    .map((tag) => tag.trim())
    .filter(Boolean);

/** `food/asian` of Obsidian becomes `food-asian`, and `via:ann` of Pinboard becomes `via-ann`. */
const importedSlug = (tag: string): string => hashtagSlug(tag.replace(/[/:]+/g, ' '));

export const toRefusal = (name: string, error: unknown): VisibleError =>
  error instanceof VisibleError ? error : refusal(name, `${(error as Error).message}.`);

export function parseAt<T>(name: string, place: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw refusal(name, `${place}: ${(error as Error).message}`);
  }
}

/** If `read` throws, returns the reason, so that the import continues without this part. */
export function orUnreadable<T>(what: string, read: () => T): T | Unreadable {
  try {
    return read();
  } catch (error) {
    return { unreadable: what, reason: (error as Error).message };
  }
}

const sentence = ({ issues: [issue] }: z.core.$ZodError) =>
  `${issue?.path.join('.') || 'content'} ${issue?.message}`;
