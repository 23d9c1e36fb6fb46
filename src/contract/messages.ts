import * as z from 'zod/mini';
import { tagParam } from './boards';
import { withCommas } from './counts';
import { toEmoji } from './emoji';
import { objectOf, sample, withExample } from './example';
import { hashtagSlug } from './hashtags';
import { CONTENT_MAX, IDEMPOTENCY_KEY_MAX, MEDIA_MAX, POLLED_AFTER_MAX, TAGS_MAX } from './limits';
import { LIST_FILTERS } from './list-filters';
import { media } from './media';
import { reminderTimes } from './reminder-times';
import { boundedText, doneWith, id, pageLimit } from './text';

export const source = z.enum(['sms', 'ui', 'api']);
export type Source = z.infer<typeof source>;

export const quote = z.object({
  content: z.string(),
  tags: z.array(z.string()),
  senderDisplayName: z.string(),
  mediaType: z.nullable(z.string()),
});
export type Quote = z.infer<typeof quote>;

const reaction = z.object({
  emoji: z.string(),
  count: z.int(),
  mine: z.boolean(),
  people: z.array(z.string()),
});
export type Reaction = z.infer<typeof reaction>;

const item = z.object({
  item: z.string(),
  text: z.string(),
  doneAt: z.nullable(z.string()),
  doneBy: z.nullable(z.string()),
});
export type Item = z.infer<typeof item>;

export const message = objectOf(
  {
    id: sample(z.int(), 42),
    content: sample(z.string(), 'Try the ramen place #food'),
    tags: sample(z.array(z.string()), ['food']),
    timestamp: sample(z.string(), '2026-01-31T12:00:00.000Z'),
    mediaUrl: sample(z.nullable(z.string()), null),
    mediaType: sample(z.nullable(z.string()), null),
    media: sample(z.array(media), []),
    senderId: sample(z.int(), 1),
    senderFirstName: sample(z.nullable(z.string()), 'Ann'),
    senderLastName: sample(z.nullable(z.string()), 'Lee'),
    senderDisplayName: sample(z.string(), 'Ann Lee'),
    senderAvatarUrl: sample(z.nullable(z.string()), null),
    source: sample(source, 'sms'),
    replyTo: sample(z.nullable(z.int()), null),
    quote: sample(z.nullable(quote), null),
    replies: sample(z.int(), 0),
    reactions: sample(z.array(reaction), [
      { emoji: '👍', count: 2, mine: true, people: ['Ann Lee', 'Bob Ray'] },
    ]),
    remindAt: sample(z.nullable(z.string()), null),
    remindRule: sample(z.nullable(z.string()), null),
    pinnedOn: sample(z.array(z.string()), []),
    items: z.optional(z.array(item)),
    similar: z.optional(z.array(z.string())),
  },
  "A message as one viewer sees it. `tags` are the viewer's own tags of the message's boards. `content` leaves out hashtags of boards that the viewer is not on. `replyTo` is the id of the answered message, and `quote` is the beginning of the answered message. Both are null if the message is not a reply, or if the viewer does not see the answered message. `replies` is the number of replies to this message that the viewer sees. `reactions`: each emoji with the number of people who reacted with it, as far as the viewer shares a board of the message with them, and with up to 20 of their names; `mine` is true if the viewer is one of them. `remindAt`: time of the viewer's next reminder of this message, or null. Other viewers do not see this time. `remindRule`: rule by which the reminder repeats, in the form of iCalendar such as `FREQ=WEEKLY;BYDAY=FR`, or null. `pinnedOn`: those of `tags` on whose boards it is pinned. `items`: what can be ticked in a message that is a list; absent in any other message. `item` names one in calls, `doneAt` is the time when it was ticked, or null, and `doneBy` is who did it. `similar`: only in a result of a search that does not have the words: those of its words that were taken for searched ones, such as `ramen` for `ramne`; empty if only the meaning is similar.",
);
export type Message = z.infer<typeof message>;

/** They are those that follow the message with the id `before` in the list. */
export const page = z.object({
  limit: pageLimit('messages'),
  before: z.optional(id),
  only: z.optional(z.enum(LIST_FILTERS)),
});
export type Page = z.infer<typeof page>;

export const messagesOfTagInput = z.object({ ...page.shape, tag: tagParam });
export const messagesOfBoardInput = z.object({ ...page.shape, name: tagParam });

export const polledPageInput = z.object({
  ...page.shape,
  tag: z.optional(tagParam),
  after: z.optional(z.string().check(z.maxLength(POLLED_AFTER_MAX))),
});
export type PolledPageInput = z.infer<typeof polledPageInput>;

export const polledPage = withExample(
  z.object({ after: z.string(), ids: z.array(z.int()), messages: z.array(message) }),
  { after: 'mb3k2a1c.1.57.42', ids: [42, 41], messages: [] },
  'A polled page. `ids` are the ids of all messages on the page, on the first page of a board those that are pinned first, however old they are. If the request contains the `after` of an earlier answer, `messages` has only the messages that may be new or look different since that answer. Otherwise `messages` has all messages of the page.',
);
export type PolledPage = z.infer<typeof polledPage>;

const content = boundedText(CONTENT_MAX, `A message can have at most ${withCommas(CONTENT_MAX)} characters.`);

const TAG_LENGTH_MAX = 400;
const tagText = z.string().check(z.maxLength(TAG_LENGTH_MAX));

/** The schema normalises the tags. */
const tags = z
  .array(z.pipe(tagText, z.transform(hashtagSlug)))
  .check(z.maxLength(TAGS_MAX, `A message can have at most ${TAGS_MAX} tags.`));

/** The board that the caller expects a tag to mean. */
const expectedBoard = z.object({ tag: z.pipe(tagText, z.transform(hashtagSlug)), boardId: z.nullable(id) });
export type ExpectedBoard = z.infer<typeof expectedBoard>;

const expects = z.optional(
  z.array(expectedBoard).check(z.maxLength(TAGS_MAX, `A message can have at most ${TAGS_MAX} tags.`)),
);

const mediaIds = z.optional(
  z.array(id).check(z.maxLength(MEDIA_MAX, `A message can have at most ${MEDIA_MAX} files.`)),
);

export const addMessageInput = withExample(
  z
    .object({
      content: z._default(content, ''),
      tags: z.optional(tags),
      hashtags: z.optional(tags),
      expects,
      source: z.optional(z.string()),
      replyTo: z.optional(id),
      remindAt: z.optional(z.nullable(reminderTimes.remindAt)),
      remindRule: reminderTimes.remindRule,
      mediaIds,
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
  'A message to store. `hashtags` is another name for `tags`. The hashtags in the content count as tags, too. A reply must have neither `tags` nor `hashtags`: it goes to the boards of the message with the id `replyTo`. `remindAt`: time at which the sender is reminded of the message. `idempotencyKey`: if the same input with the same key is sent again within a day, no second message is stored.',
);
export type AddMessageInput = z.infer<typeof addMessageInput>;

export const editMessageInput = withExample(
  z.object({
    id,
    content: z.optional(content),
    tags: z.optional(tags),
    hashtags: z.optional(tags),
    read: z.optional(content),
    mediaIds,
    expects,
    remindAt: z.optional(z.nullable(reminderTimes.remindAt)),
    remindRule: reminderTimes.remindRule,
  }),
  { id: 42, content: 'Try the ramen place', tags: ['food'] },
  'Changes to a message. Absent fields stay as they are. `tags` replace all tags, and an empty list means `uncategorized`. `hashtags` is another name for `tags`. Empty content is valid here, because a message may have only files. `read` is the content that the caller has read before the change. If the stored content is now a different one, the call fails with CONFLICT, unless the new content is equal to the stored one. The call also fails with CONFLICT if a tag in `expects` means another board than expected. `remindAt`: null ends the reminder. If this field is absent, the reminder stays. `mediaIds`: the files of the message in their new order, those that it has and uploads. A file that is left out is taken off, and stays an upload for a day.',
);
export type EditMessageInput = z.infer<typeof editMessageInput>;

export const reactInput = withExample(
  z.object({
    id,
    emoji: z.pipe(
      z.pipe(z.string().check(z.maxLength(64)), z.transform(toEmoji)),
      z.string('A reaction is one emoji.'),
    ),
    on: z._default(z.boolean(), true),
  }),
  { id: 42, emoji: '👍', on: true },
  'A reaction of the caller: one emoji. `on`: false takes it back. A reaction that is there already stays as it is.',
);
export type ReactInput = z.infer<typeof reactInput>;

export const tickInput = withExample(
  z.object({ id, item: z.string().check(z.maxLength(CONTENT_MAX)), done: z.boolean() }),
  { id: 42, item: 'milk', done: true },
  'Ticks an item of a message, or unticks it. `item` is one of the `items` of the message.',
);
export type TickInput = z.infer<typeof tickInput>;

export const pinMessageInput = objectOf({
  tag: sample(tagParam, 'food'),
  id: sample(id, 42),
  pinned: sample(z.boolean(), true),
});

export const messageRemoved = doneWith('The message has been permanently removed.');

export const messageOnBoardInput = z.object({ boardId: id, id });
export const messageTakenOff = doneWith('The message is no longer on the board.');
