import { z } from 'zod';
import { MEDIA_MAX } from '../../contract/limits';

/** A note takes fewer; those above are counted. */
export const MAIL_FILES_MAX = MEDIA_MAX + 1;

const person = z.object({ name: z.string(), address: z.string() });

/** What the process that parses answers; the bytes of the files follow it, one after the other. */
export const mailHead = z.object({
  /** The Message-ID, or a digest of the mail if it has none. */
  id: z.string().min(1).max(1_000),
  from: person.nullable(),
  /** Addresses of its To. */
  to: z.array(z.string()),
  subject: z.string(),
  /** When it was written, according to its writer. */
  date: z.number().nullable(),
  /** Written by a program or sent to a list: never a command, and never answered. */
  isAutomatic: z.boolean(),
  isForward: z.boolean(),
  /** What the writer wrote, and what was forwarded; without quotes, signatures and disclaimers. */
  words: z.string(),
  /** The part `message/delivery-status` of a bounce (RFC 3464). */
  report: z.string().nullable(),
  files: z
    .array(z.object({ name: z.string().nullable(), type: z.string(), bytes: z.number().int().min(0) }))
    .max(MAIL_FILES_MAX),
  /** Number of files that were left out. */
  leftOut: z.number().int().min(0),
});

export type MailHead = z.output<typeof mailHead>;
export type MailFile = { name: string | null; type: string; base64: string };
export type ParsedMail = Omit<MailHead, 'files'> & { files: MailFile[] };

/** The writer, if DMARC has passed. `isAligned`: by DKIM, over what makes a command. */
export const provenAuthor = z.object({ from: z.string(), isAligned: z.boolean() });
export type Proven = z.output<typeof provenAuthor>;
