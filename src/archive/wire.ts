import { z } from 'zod';
import { importLook } from '../contract/imports';
import { ALT_MAX, MEDIA_BYTES_MAX, MEDIA_MAX } from '../contract/limits';
import { boundedText } from '../contract/text';
import { normaliseType } from '../media/types';
import type { ImportedMessage } from './formats/format';
import {
  boardEntry,
  mediaType,
  messageEntry,
  personEntry,
  phone,
  phoneEntry,
  reactionEntry,
  reminderEntry,
  tickEntry,
} from './schemas';

// What the process that reads foreign files sends is as foreign as the files, so the server checks it again.

const FILE_NAME_MAX = 200;
const REASON_MAX = 300;

const file = z.object({
  /** The number by which the server asks for its bytes. */
  file: z.int(),
  type: mediaType,
  name: z.nullable(boundedText(FILE_NAME_MAX, 'is too long')),
  bytes: z.int().min(0).max(MEDIA_BYTES_MAX),
  alt: z.optional(boundedText(ALT_MAX, 'is too long')),
});

const message = messageEntry.extend({
  from: phone.nullable(),
  createdAt: z.int(),
  editedAt: z.int().nullable(),
  replyTo: messageEntry.shape.id.nullable(),
  media: z.array(file).max(MEDIA_MAX),
  reminders: z.array(reminderEntry.extend({ at: z.int() })).optional(),
  reactions: z.array(reactionEntry.extend({ at: z.int() })).optional(),
  ticks: z.array(tickEntry.extend({ at: z.int() })).optional(),
});
export type SentMessage = z.output<typeof message>;

/** The lists of an archive, and what each of their entries must be. */
export const ENTRIES = { messages: message, people: personEntry, phones: phoneEntry, boards: boardEntry };
export type List = keyof typeof ENTRIES;
export type Entries = { [list in List]: z.output<(typeof ENTRIES)[list]> };

export const look = z.object({ ...importLook.shape, format: z.string().max(FILE_NAME_MAX) });

export const toSent = (
  { files, ...message }: ImportedMessage,
  numberOf: (file: ImportedMessage['files'][number]) => number,
) => ({
  ...message,
  media: files.map((file) => ({
    file: numberOf(file),
    type: normaliseType(file.type),
    name: file.name?.toWellFormed().replaceAll('\0', '').slice(0, FILE_NAME_MAX) ?? null,
    bytes: file.bytes,
    alt: file.alt,
  })),
});

export const shortReason = (reason: string): string => reason.slice(0, REASON_MAX);
