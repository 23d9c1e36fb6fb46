import { createHash } from 'node:crypto';
import { z } from 'zod';
import { hashtagSlug, hashtagsIn } from '../contract/hashtags';
import { CONTENT_MAX, DEFAULT_TAG, TAGS_MAX } from '../contract/limits';
import { source } from '../contract/messages';
import { boundedText } from '../contract/text';
import { VisibleError } from '../errors';
import type { ArchivedMessage } from './messages';
import { mediaEntries, messageId, phone, time } from './schemas';

// In Markdown, CSV and bookmark files, boards are named only by tags. Messages from such files are put on
// private boards.

/** Maximum number of characters of a message in a file, with its properties such as the time and the tags. */
export const MESSAGE_CHARACTERS_MAX = 1_000_000;

const tags = z
  .array(z.string())
  .transform((tags) => [...new Set(tags.map(importedSlug).filter(Boolean))].slice(0, TAGS_MAX))
  .transform((tags) => (tags.length > 0 ? tags : [DEFAULT_TAG]));
const content = boundedText(CONTENT_MAX, `can have at most ${CONTENT_MAX} characters`);

const ownMessage = z.object({
  id: messageId,
  from: z.preprocess((value) => value || null, phone.nullable()),
  created: time,
  edited: time.nullish().transform((at) => at ?? null),
  source: z.catch(source, 'api'),
  tags,
  content,
  media: mediaEntries,
});

/**
 * Parses a message that Tagline has exported. Throws an error with one sentence if the message is invalid.
 */
export function parseOwnMessage(entry: Record<string, unknown>): ArchivedMessage {
  const parsed = ownMessage.safeParse(entry);
  if (!parsed.success) throw new Error(sentence(parsed.error));
  const { id, from, created, edited, source, tags, content, media } = parsed.data;
  return {
    id,
    from,
    createdAt: created,
    editedAt: edited,
    source,
    content,
    replyTo: null,
    boards: tags.map((tag) => ({ tag })),
    media,
  };
}

/**
 * Parses a message that another program has written. Its id is a hash of its time, content and tags, so that
 * a second import recognises the message. A message without a time gets the present time. Throws an error
 * with one sentence if the message is invalid.
 */
export function parseForeignMessage(entry: {
  content: string;
  tags: string[];
  createdAt: number | null;
  from?: string;
}): ArchivedMessage {
  const parsed = content.safeParse(entry.content);
  if (!parsed.success) throw new Error(sentence(parsed.error));
  const { tags: entryTags, createdAt } = entry;
  const id = createHash('sha256')
    .update(JSON.stringify([createdAt, parsed.data, entryTags]))
    .digest('hex')
    .slice(0, 32);
  return {
    id,
    from: phone.safeParse(entry.from).data ?? null, // in other programs this may be a name
    createdAt: createdAt ?? Date.now(),
    editedAt: null,
    source: 'api',
    content: parsed.data,
    replyTo: null,
    boards: tags.parse(entryTags.length > 0 ? entryTags : hashtagsIn(parsed.data)).map((tag) => ({ tag })),
    media: [],
  };
}

/** Splits the tags of a table or of front matter: at commas, semicolons and bars, or else at spaces. */
export const splitTags = (text: string): string[] =>
  text
    .split(/[,;|]/.test(text) ? /[,;|]+/ : /\s+/)
    .map((tag) => tag.trim())
    .filter(Boolean);

/** Returns the slug of a tag. Obsidian's `food/asian` becomes `food-asian`. */
const importedSlug = (tag: string): string => hashtagSlug(tag.replaceAll('/', ' '));

/** Returns the error for a file that cannot be imported. */
export const refusal = (file: string, reason: string): VisibleError =>
  new VisibleError('BAD_REQUEST', `${file} cannot be imported: ${reason}`);

/** Runs `parse`. Its error becomes one that names the file and the place in it. */
export function parseAt<T>(file: string, place: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw refusal(file, `${place}: ${(error as Error).message}`);
  }
}

/** Returns a sentence about the first error, such as "content can have at most 10000 characters". */
const sentence = ({ issues: [issue] }: z.core.$ZodError) =>
  `${issue?.path.join('.') || 'content'} ${issue?.message}`;
