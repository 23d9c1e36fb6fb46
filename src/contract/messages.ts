import * as z from 'zod/mini';
import { tagParam } from './boards';
import { withExample } from './example';
import { hashtagSlug } from './hashtags';
import { CONTENT_MAX, IDEMPOTENCY_KEY_MAX, MEDIA_MAX, POLLED_AFTER_MAX, TAGS_MAX } from './limits';
import { media } from './media';
import { reminderTimes } from './reminder-times';
import { boundedText, done, id, pageLimit, succeeded } from './text';

// Schemas of what the API returns

export const source = z.enum(['sms', 'ui', 'api']);
export type Source = z.infer<typeof source>;

/**
 * The beginning of a message that a reply answers, as one viewer sees it. `tags` are the viewer's own tags of
 * the boards of the answered message.
 */
const quote = z.object({
  content: z.string(),
  tags: z.array(z.string()),
  senderDisplayName: z.string(),
  mediaType: z.nullable(z.string()),
});
export type Quote = z.infer<typeof quote>;

/**
 * A message as one viewer sees it. `tags` are the viewer's own tags of the message's boards (docs/product.md:
 * Own tags). `content` leaves out hashtags of boards that the viewer is not on (docs/product.md: Hidden
 * hashtags). `replyTo` is the id of the answered message, and `quote` is the beginning of the answered
 * message. Both are null if the message is not a reply, or if the viewer does not see the answered message.
 * `replies` is the number of replies to this message that the viewer sees.
 */
export const message = withExample(
  z.object({
    id: z.int(),
    content: z.string(),
    tags: z.array(z.string()),
    timestamp: z.string(),
    mediaUrl: z.nullable(z.string()),
    mediaType: z.nullable(z.string()),
    media: z.array(media),
    senderId: z.int(),
    senderFirstName: z.nullable(z.string()),
    senderLastName: z.nullable(z.string()),
    senderDisplayName: z.string(),
    senderAvatarUrl: z.nullable(z.string()),
    source,
    replyTo: z.nullable(z.int()),
    quote: z.nullable(quote),
    replies: z.int(),
    /** Time of the viewer's next reminder of this message, or null. Other viewers do not see this time. */
    remindAt: z.nullable(z.string()),
    /**
     * Rule by which the reminder repeats, in the form of iCalendar such as `FREQ=WEEKLY;BYDAY=FR`, or null.
     */
    remindRule: z.nullable(z.string()),
  }),
  {
    id: 42,
    content: 'Try the ramen place #food',
    tags: ['food'],
    timestamp: '2026-01-31T12:00:00.000Z',
    mediaUrl: null,
    mediaType: null,
    media: [],
    senderId: 1,
    senderFirstName: 'Ann',
    senderLastName: 'Lee',
    senderDisplayName: 'Ann Lee',
    senderAvatarUrl: null,
    source: 'sms',
    replyTo: null,
    quote: null,
    replies: 0,
    remindAt: null,
    remindRule: null,
  },
);
export type Message = z.infer<typeof message>;

/**
 * A request for a page of a list. The page has at most `limit` messages. They are those that follow the
 * message with the id `before` in the list. If `before` is missing, the page begins with the first message of
 * the list. If `limit` is missing, the page has all further messages (docs/product.md: Paging).
 */
export const page = z.object({ limit: pageLimit('messages'), before: z.optional(id) });
export type Page = z.infer<typeof page>;

export const messagesOfTagInput = z.object({ ...page.shape, tag: tagParam });
export const messagesOfBoardInput = z.object({ ...page.shape, name: tagParam });

/**
 * A request for a polled page (`polledPage`). `after` is the value of `after` in the previous answer for the
 * same list.
 */
export const polledPageInput = z.object({
  ...page.shape,
  tag: z.optional(tagParam),
  after: z.optional(z.string().check(z.maxLength(POLLED_AFTER_MAX))),
});
export type PolledPageInput = z.infer<typeof polledPageInput>;

/**
 * A polled page (docs/product.md: Polled pages). `ids` are the ids of all messages on the page. If the
 * request contains the `after` of an earlier answer, `messages` has only the messages that may be new or look
 * different since that answer. Otherwise `messages` has all messages of the page.
 */
export const polledPage = withExample(
  z.object({ after: z.string(), ids: z.array(z.int()), messages: z.array(message) }),
  { after: 'mb3k2a1c.1.57.42', ids: [42, 41], messages: [] },
);
export type PolledPage = z.infer<typeof polledPage>;

// Inputs

const content = boundedText(
  CONTENT_MAX,
  `A message can have at most ${CONTENT_MAX.toLocaleString('en-US')} characters.`,
);

const TAG_LENGTH_MAX = 400;
const tagText = z.string().check(z.maxLength(TAG_LENGTH_MAX));

/**
 * Tags in a request. The schema normalises the tags. A tag without a letter or digit becomes an empty string,
 * which is ignored later.
 */
const tags = z
  .array(z.pipe(tagText, z.transform(hashtagSlug)))
  .check(z.maxLength(TAGS_MAX, `A message can have at most ${TAGS_MAX} tags.`));

/**
 * The board that the caller expects a tag to mean. `boardId` is the id of a shared board, or null for a
 * private board or for a board that does not exist yet (docs/product.md: Expected boards).
 */
const expectedBoard = z.object({ tag: z.pipe(tagText, z.transform(hashtagSlug)), boardId: z.nullable(id) });
export type ExpectedBoard = z.infer<typeof expectedBoard>;

const expects = z.optional(
  z.array(expectedBoard).check(z.maxLength(TAGS_MAX, `A message can have at most ${TAGS_MAX} tags.`)),
);

/**
 * A message to store. `hashtags` is another name for `tags`. The hashtags in the content count as tags, too.
 * A reply must have neither `tags` nor `hashtags`: it goes to the boards of the message with the id `replyTo`
 * (docs/product.md: Replies).
 */
export const addMessageInput = withExample(
  z
    .object({
      content: z._default(content, ''),
      tags: z.optional(tags),
      hashtags: z.optional(tags),
      /** If a tag means another board than expected, the call fails with CONFLICT and stores nothing. */
      expects,
      source: z.optional(z.string()),
      replyTo: z.optional(id),
      /** Time at which the sender is reminded of the message. */
      remindAt: z.optional(z.nullable(reminderTimes.remindAt)),
      remindRule: reminderTimes.remindRule,
      mediaIds: z.optional(
        z.array(id).check(z.maxLength(MEDIA_MAX, `A message can have at most ${MEDIA_MAX} files.`)),
      ),
      /** If the same input with the same key is sent again within a day, no second message is stored. */
      idempotencyKey: z.optional(
        z
          .string()
          .check(
            z.maxLength(IDEMPOTENCY_KEY_MAX, `A key can have at most ${IDEMPOTENCY_KEY_MAX} characters.`),
          ),
      ),
    })
    .check(
      z.refine((input) => input.content.trim() !== '' || (input.mediaIds?.length ?? 0) > 0, {
        error: 'Please enter a message.',
        path: ['content'],
      }),
      z.refine(
        ({ replyTo, tags, hashtags }) => replyTo === undefined || !(tags?.length || hashtags?.length),
        {
          error: 'A reply goes to the boards of the message that it answers: leave out the tags.',
          path: ['tags'],
        },
      ),
    ),
  { content: 'Try the ramen place', tags: ['food'], source: 'ui' },
);
export type AddMessageInput = z.infer<typeof addMessageInput>;

/**
 * Changes to a message. Absent fields stay as they are. Empty content is valid here, because a message may
 * have only files. `read` is the content that the caller has read before the change. If the stored content is
 * now a different one, the call fails with CONFLICT, unless the new content is equal to the stored one. The
 * call also fails with CONFLICT if a tag in `expects` means another board than expected.
 */
export const editMessageInput = withExample(
  z.object({
    id,
    content: z.optional(content),
    tags: z.optional(tags),
    hashtags: z.optional(tags),
    read: z.optional(content),
    expects,
    /** Null ends the reminder. If this field is absent, the reminder stays. */
    remindAt: z.optional(z.nullable(reminderTimes.remindAt)),
    remindRule: reminderTimes.remindRule,
  }),
  { id: 42, content: 'Try the ramen place', tags: ['food'] },
);

export const messageInput = z.object({ id });
export const messageRemoved = withExample(
  z.object(done.shape),
  succeeded('The message has been permanently removed.'),
);

export const messageOnBoardInput = z.object({ boardId: id, id });
export const messageTakenOff = withExample(
  z.object(done.shape),
  succeeded('The message is no longer on the board.'),
);
