import { createHash } from 'node:crypto';
import { z } from 'zod';
import { hashtagSlug, hashtagsIn } from '../contract/hashtags';
import { CONTENT_MAX, DEFAULT_TAG, TAGS_MAX } from '../contract/limits';
import { source } from '../contract/messages';
import { boundedText } from '../contract/text';
import type { ArchivedMessage } from './messages';
import { mediaEntries, messageId, phone, time } from './schemas';

// Markdown, CSV and bookmark files contain only tags. Messages from them are put on private boards.

const tags = z
  .array(z.string())
  .transform((tags) => [...new Set(tags.map(hashtagSlug).filter(Boolean))].slice(0, TAGS_MAX))
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
    boards: tags.map((tag) => ({ tag })),
    media,
  };
}

/**
 * Parses a message that another program has written. Its id is a hash of its time, content and tags, so that
 * a second import recognises the message. Throws an error with one sentence if the message is invalid.
 */
export function parseForeignMessage(entry: {
  content: string;
  tags: string[];
  createdAt?: number;
  from?: string;
}): ArchivedMessage {
  const parsed = content.safeParse(entry.content);
  if (!parsed.success) throw new Error(sentence(parsed.error));
  const { tags: entryTags, from = null, createdAt: time = Number.NaN } = entry;
  const createdAt = Number.isFinite(time) && time > 0 ? time : null;
  const id = createHash('sha256')
    .update(JSON.stringify([createdAt, parsed.data, entryTags]))
    .digest('hex')
    .slice(0, 32);
  return {
    id,
    from: phone.safeParse(from).success ? from : null, // in other programs this may be a name
    createdAt: createdAt ?? Date.now(),
    editedAt: null,
    source: 'api',
    content: parsed.data,
    boards: tags.parse(entryTags.length > 0 ? entryTags : hashtagsIn(parsed.data)).map((tag) => ({ tag })),
    media: [],
  };
}

/** Returns a sentence about the first error, such as "content can have at most 10000 characters". */
const sentence = ({ issues: [issue] }: z.core.$ZodError) =>
  `${issue?.path.join('.') || 'content'} ${issue?.message}`;
