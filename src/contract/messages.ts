import * as z from 'zod/mini';
import { tagParam } from './boards';
import { hashtagSlug } from './hashtags';
import { CONTENT_MAX, IDEMPOTENCY_KEY_MAX, MEDIA_MAX, TAGS_MAX } from './limits';
import { boundedText, id, pageLimit } from './text';

const content = boundedText(
  CONTENT_MAX,
  `A message can have at most ${CONTENT_MAX.toLocaleString('en-US')} characters.`,
);

const tags = z
  .array(z.pipe(z.string().check(z.maxLength(400)), z.transform(hashtagSlug)))
  .check(z.maxLength(TAGS_MAX, `A message can have at most ${TAGS_MAX} tags.`));

/**
 * POST /api/messages. `hashtags` is another name for `tags`; hashtags in the content count as well. A tag
 * that normalises to nothing is ignored.
 */
export const addMessageInput = z
  .object({
    content: z._default(content, ''),
    tags: z.optional(tags),
    hashtags: z.optional(tags),
    source: z.optional(z.string()),
    mediaIds: z.optional(
      z.array(id).check(z.maxLength(MEDIA_MAX, `A message can have at most ${MEDIA_MAX} files.`)),
    ),
    /** The same call with the same key makes no second message for a day: for whoever has not heard the answer. */
    idempotencyKey: z.optional(
      z
        .string()
        .check(z.maxLength(IDEMPOTENCY_KEY_MAX, `A key can have at most ${IDEMPOTENCY_KEY_MAX} characters.`)),
    ),
  })
  .check(
    z.refine((input) => input.content.trim() !== '' || (input.mediaIds?.length ?? 0) > 0, {
      error: 'Please enter a message.',
      path: ['content'],
    }),
  );
export type AddMessageInput = z.infer<typeof addMessageInput>;

/** PATCH /api/messages/{id}. What is absent stays; whether the text may be empty depends on the message's files. */
export const editMessageInput = z.object({
  id,
  content: z.optional(content),
  tags: z.optional(tags),
  hashtags: z.optional(tags),
});

export const messageInput = z.object({ id });
export const messageOnBoardInput = z.object({ boardId: id, id });

/** One page: at most `limit` messages older than the message `before`. Without `limit`, all of them (design 8). */
export const page = z.object({
  limit: pageLimit('messages'),
  before: z.optional(id),
});
export type Page = z.infer<typeof page>;

export const messagesOfTagInput = z.object({ ...page.shape, tag: tagParam });

export const media = z.object({
  id: z.number(),
  url: z.string(),
  type: z.string(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
});

export const source = z.enum(['sms', 'ui', 'api']);
export type Source = z.infer<typeof source>;

/** A message as one viewer sees it: `tags` are the viewer's own, `content` leaves out hashtags of boards the viewer is not on. */
export const message = z.object({
  id: z.number(),
  content: z.string(),
  tags: z.array(z.string()),
  timestamp: z.string(),
  mediaUrl: z.nullable(z.string()),
  mediaType: z.nullable(z.string()),
  media: z.array(media),
  senderId: z.number(),
  senderFirstName: z.nullable(z.string()),
  senderLastName: z.nullable(z.string()),
  senderDisplayName: z.string(),
  senderAvatarUrl: z.nullable(z.string()),
  source,
});
export type Message = z.infer<typeof message>;
