import { z } from 'zod';
import { toPresentForm } from '../app/phone';
import { digestInput } from '../contract/digests';
import { toEmoji } from '../contract/emoji';
import { slug } from '../contract/hashtags';
import { hookEvent } from '../contract/hooks';
import {
  ALT_MAX,
  CONTENT_MAX,
  HOOK_BOARDS_MAX,
  HOOK_URL_MAX,
  HOOKS_MAX,
  MEDIA_MAX,
  NAME_MAX,
  RESERVED_TAGS,
  TAGS_MAX,
} from '../contract/limits';
import { mailAddressInput } from '../contract/mail';
import { source } from '../contract/messages';
import { clockTime, reminderTimes } from '../contract/reminder-times';
import { boundedText, withoutInvisible } from '../contract/text';
import { timeZone } from '../contract/time-zone';
import { personName } from '../contract/users';

// An archive may come from anybody, so every entry is checked with these schemas.

export const time = z.iso.datetime('is not a time').transform((text) => Date.parse(text));
export const phone = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, 'is not a phone number')
  .transform(toPresentForm);
const tag = z
  .string()
  .refine((text) => text !== '' && slug(text) === text && [...text].length <= NAME_MAX, 'is not a tag');
const sharedTag = tag.refine((text) => !RESERVED_TAGS.includes(text), 'cannot be shared');
export const orNull = <T extends z.core.$ZodType>(schema: T) =>
  z.nullish(schema).transform((value) => value ?? null);
/** A type of media, such as `image/png`. */
export const mediaType = z.string().regex(/^[\w.+-]+\/[\w.+-]+$/);
const name = orNull(z.pipe(boundedText(NAME_MAX, 'is too long'), z.transform(withoutInvisible)));

/** A photo of 192 by 192 pixels is about 20 kB. */
const PHOTO_CHARACTERS_MAX = 300_000;

const DIGESTS_MAX = 10_000;

export const personEntry = z.object({
  phone,
  firstName: name,
  lastName: name,
  avatarUrl: orNull(z.url({ protocol: /^https?$/ }).max(2048)),
  asksBeforeEmbeds: z.boolean().default(false), // missing in exports of earlier versions
  timeZone: orNull(timeZone),
  photo: orNull(
    z
      .base64('is not base64')
      .max(PHOTO_CHARACTERS_MAX)
      .refine((photo) => /^RIFF....WEBP/s.test(atob(photo.slice(0, 16))), 'is not a WebP picture'),
  ),
  digests: z
    .array(
      z.object({
        // The owner's tag if there is an `owner`. If not, the person's own tag, because the archive of one person
        // names no other people.
        board: z.object({ owner: phone.optional(), tag }).optional(),
        weekday: digestInput.shape.weekday,
        time: digestInput.shape.time,
      }),
    )
    .max(DIGESTS_MAX)
    .optional(),
  mail: z.object({ address: mailAddressInput.shape.address, byMail: z.boolean() }).optional(),
  eveningQuestion: z.object({ time: digestInput.shape.time, tag }).optional(),
  givenNames: z.array(z.object({ phone, name: personName('Name') })).optional(), // only in the archive of all
  webhooks: z
    .array(
      z.object({
        url: z.url({ protocol: /^https?$/ }).max(HOOK_URL_MAX),
        events: z.array(hookEvent).min(1),
        boards: orNull(z.array(tag).min(1).max(HOOK_BOARDS_MAX)),
      }),
    )
    .max(HOOKS_MAX)
    .optional(),
  muted: z.array(tag).optional(), // only in the archive of one person, like `texted`
  texted: z.array(tag).optional(),
  pinned: z.array(tag).optional(),
  archived: z.array(tag).optional(),
  createdAt: time,
});

export const phoneEntry = z.object({
  phone,
  stoppedAt: orNull(time),
  welcomedAt: orNull(time),
  consents: z
    .array(
      z
        .object({
          act: z.enum(['text', 'sign-in', 'code', 'invite', 'start', 'account', 'stop']),
          givenAt: time,
          words: orNull(boundedText(60, 'is too long')),
          // a phone number; in the export of one person it is the inviter's public name
          invitedBy: orNull(boundedText(200, 'is too long')),
        })
        .transform(({ givenAt, ...consent }) => ({ ...consent, at: givenAt })),
    )
    .max(1000)
    .default([]), // missing in exports of earlier versions
});

/** In exports of version 0.1, `tagChosenByOther` has this name. */
const renameUnfamiliar = (member: unknown) =>
  typeof member === 'object' && member !== null && 'unfamiliar' in member
    ? { tagChosenByOther: member.unfamiliar, ...member }
    : member;

export const boardEntry = z.object({
  owner: phone,
  tag: sharedTag,
  createdAt: time,
  list: z.boolean().optional(),
  members: z.array(
    z.preprocess(
      renameUnfamiliar,
      z.object({
        phone,
        tag: sharedTag,
        smsEnabled: z.boolean(),
        byPush: z.boolean().default(true), // missing in exports of earlier versions
        tagChosenByOther: z.boolean(),
        hidesNumber: z.boolean().default(false),
        joinedAt: time,
      }),
    ),
  ),
});

/** An id has only safe characters, because in the Markdown format it is part of a file name. */
export const messageId = z.string().regex(/^[\w-]{1,100}$/, 'is not an id');

export const mediaEntries = z
  .array(
    z.object({
      file: z.string(),
      type: mediaType,
      name: z.nullable(boundedText(200, 'is too long')),
      width: z.int().positive().nullable(),
      height: z.int().positive().nullable(),
      alt: z.optional(boundedText(ALT_MAX, 'is too long')),
    }),
  )
  .max(MEDIA_MAX)
  .default([]);

export const reminderEntry = z.object({
  of: phone,
  at: time,
  starts: orNull(clockTime),
  rule: orNull(reminderTimes.remindRule),
});

/** Without `by`, it was somebody whom the archive does not name. */
export const tickEntry = z.object({
  item: boundedText(CONTENT_MAX, 'is too long'),
  by: phone.optional(),
  at: time,
});

export const reactionEntry = z.object({
  of: phone,
  emoji: z
    .string()
    .max(64)
    .refine((text) => toEmoji(text) === text, 'is not an emoji'),
  at: time,
});

export const messageEntry = z.object({
  id: messageId,
  from: phone,
  createdAt: time,
  editedAt: orNull(time),
  source,
  content: boundedText(CONTENT_MAX, 'is too long'),
  guest: z.optional(personName('Guest')), // the name of a guest of the sender
  replyTo: orNull(messageId),
  // A shared board is named by the phone number and the tag of its owner. A private board is named by the
  // sender's tag. In the archive of one person, the sender's tag also names the shared boards of other people.
  // `as` is the tag with which the message was posted, if it differs from `tag`. `list` says how a board that is made
  // for the message begins. `pinned`: it is pinned there.
  boards: z
    .array(
      z.object({
        owner: phone.optional(),
        tag,
        as: tag.optional(),
        list: z.boolean().optional(),
        pinned: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(TAGS_MAX),
  media: mediaEntries,
  reminders: z.array(reminderEntry).optional(),
  reactions: z.array(reactionEntry).optional(),
  ticks: z.array(tickEntry).max(CONTENT_MAX).optional(), // without it, the marks in the text tick
});

export type ArchivedPerson = z.output<typeof personEntry>;
export type ArchivedPhone = z.output<typeof phoneEntry>;
export type ArchivedBoard = z.output<typeof boardEntry>;
/** On the server, `file` is the name in the media folder. In an archive, `file` is the path in the archive. */
export type ArchivedFile = z.output<typeof mediaEntries>[number];
/** Null as `from` means that the message comes from a file of another program that names no sender. */
export type ArchivedMessage = Omit<z.output<typeof messageEntry>, 'from'> & { from: string | null };
export type ArchivedBoardRef = ArchivedMessage['boards'][number];
export type ArchivedTick = NonNullable<ArchivedMessage['ticks']>[number];
export type ArchivedReminder = NonNullable<ArchivedMessage['reminders']>[number];
export type ArchivedReaction = NonNullable<ArchivedMessage['reactions']>[number];
