import * as z from 'zod/mini';
import { objectOf, sample, withExample } from './example';
import { doneWith } from './text';

/** A mail is silent after so many that have come back in a row. */
export const MAIL_FAILURES_MAX = 3;

/** What the outbox keeps of a mail. The words and pictures of `posts` (ids) are read when it is sent. */
export type MailWords = {
  to: string;
  subject: string;
  words: string;
  posts?: number[];
  isNumbered?: boolean;
  path?: string;
  /** Id of the message whose board an answer goes to. */
  replyTo?: number;
  /** Message-ID of the mail that it answers. */
  inReplyTo?: string;
  /** Asked for by its reader, so it has no link that ends such mails. */
  isAsked?: boolean;
};

const WRONG_ADDRESS = 'That is not a mail address, such as ann@example.org.';
/** Stricter than RFC 5321: what people have, and nothing that could be two addresses or a header. */
export const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

export const OTHER_LETTERS =
  'Before the @ only letters from a to z can stand: many mail servers take no others.';
export const hasOtherLetters = (address: string): boolean => /\P{ASCII}.*@/u.test(address);

/** Every server knows the form in ASCII that a domain of other letters has (RFC 5891). */
export function normalAddress(typed: string): string {
  const address = typed.trim().toLowerCase();
  const [, local, domain = ''] = /^(.*@)([^\s@:/?#\\]+)$/.exec(address) ?? [];
  const url = `http://${domain}`;
  return /\P{ASCII}/u.test(domain) && URL.canParse(url) ? `${local}${new URL(url).hostname}` : address;
}

export const mailSettings = objectOf(
  {
    offered: sample(z.boolean(), true),
    address: sample(z.nullable(z.string()), 'ann@example.org'),
    byMail: sample(z.boolean(), true),
    waiting: sample(z.nullable(z.string()), null),
    silent: sample(z.boolean(), false),
  },
  'How the caller gets notifications, digests and reminders by mail instead of by text. `offered`: whether this server sends mails. `address`: the address that the caller has confirmed. `waiting`: an address whose link in a mail was not opened yet. `silent`: true after three mails that came back; until the address is confirmed again, texts come instead.',
);
export type MailSettings = z.infer<typeof mailSettings>;

export const mailAddressInput = withExample(
  z.object({
    address: z.string(WRONG_ADDRESS).check(
      z.overwrite(normalAddress),
      z.refine((address) => !hasOtherLetters(address), { error: OTHER_LETTERS, abort: true }),
      z.maxLength(254, WRONG_ADDRESS),
      z.regex(ADDRESS, WRONG_ADDRESS),
    ),
  }),
  { address: 'ann@example.org' },
);

export const byMailInput = withExample(z.object({ byMail: z.boolean('byMail must be true or false.') }), {
  byMail: true,
});

export const mailAsked = doneWith('Open the link in the mail that we have sent there.');
