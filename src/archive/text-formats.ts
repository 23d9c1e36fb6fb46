import { createHash } from 'node:crypto';
import { z } from 'zod';
import { hashtagSlug, hashtagsIn } from '../contract/hashtags';
import { CONTENT_MAX, DEFAULT_TAG, TAGS_MAX } from '../contract/limits';
import { source } from '../contract/messages';
import { boundedText } from '../contract/text';
import type { ArchivedMessage } from './messages';
import { attachments, messageId, phone, time } from './schemas';

/** What the formats for people say of a message: tags instead of boards, so all of them private. */

const tags = z
  .array(z.string())
  .transform((tags) => [...new Set(tags.map(hashtagSlug).filter(Boolean))].slice(0, TAGS_MAX))
  .transform((tags) => (tags.length > 0 ? tags : [DEFAULT_TAG]));
const content = boundedText(CONTENT_MAX, `can have at most ${CONTENT_MAX} characters`);

const plain = z.object({
  id: messageId,
  from: z.preprocess((value) => value || null, phone.nullable()),
  created: time,
  edited: time.nullish().transform((at) => at ?? null),
  source: z.catch(source, 'api'),
  tags,
  content,
  media: attachments,
});

/** A message that we have written ourselves. Throws one sentence when it is not as it should be. */
export function parseOwnMessage(entry: Record<string, unknown>): ArchivedMessage {
  const read = plain.safeParse(entry);
  if (!read.success) throw new Error(sentence(read.error));
  const { id, from, created, edited, source, tags, content, media } = read.data;
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

/** A message that another program has written. Its id is made of what it says, so that it is known again. */
export function parseForeignMessage(entry: {
  content: string;
  tags: string[];
  createdAt?: number;
  from?: string;
}): ArchivedMessage {
  const read = content.safeParse(entry.content);
  if (!read.success) throw new Error(sentence(read.error));
  const { tags: given, from = null, createdAt } = entry;
  const when = createdAt !== undefined && Number.isFinite(createdAt) && createdAt > 0 ? createdAt : null;
  const id = createHash('sha256')
    .update(JSON.stringify([when, read.data, given]))
    .digest('hex')
    .slice(0, 32);
  return {
    id,
    from: phone.safeParse(from).success ? from : null, // a name of whatever program it was
    createdAt: when ?? Date.now(),
    editedAt: null,
    source: 'api',
    content: read.data,
    boards: tags.parse(given.length > 0 ? given : hashtagsIn(read.data)).map((tag) => ({ tag })),
    media: [],
  };
}

const sentence = ({ issues: [issue] }: z.core.$ZodError) =>
  `${issue?.path.join('.') || 'content'} ${issue?.message}`;
