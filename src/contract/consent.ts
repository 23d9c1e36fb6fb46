import * as z from 'zod/mini';
import { withExample } from './example';
import { USER_SEARCH_MAX } from './limits';
import { pageLimit, wholeNumber } from './text';

export const agreement = z.enum(['text', 'sign-in', 'code', 'invite', 'start', 'account']);

export const consentsInput = z.object({
  search: z.optional(
    z.string().check(z.maxLength(USER_SEARCH_MAX, `Search for at most ${USER_SEARCH_MAX} characters.`)),
  ),
  limit: pageLimit('numbers'),
  offset: z.optional(wholeNumber(0, 'The offset is a whole number.')),
});
export type ConsentsInput = z.infer<typeof consentsInput>;

export const consent = withExample(
  z.object({
    phoneNumber: z.string(),
    displayName: z.nullable(z.string()),
    agreedAt: z.nullable(z.string()),
    act: z.nullable(agreement),
    words: z.nullable(z.string()),
    invitedBy: z.nullable(z.string()),
    stoppedAt: z.nullable(z.string()),
  }),
  {
    phoneNumber: '+12025550122',
    displayName: 'Bob Ray',
    agreedAt: '2026-01-31T12:00:00.000Z',
    act: 'invite',
    words: null,
    invitedBy: 'Ann Lee',
    stoppedAt: null,
  },
  'When and how the owner of a phone number agreed to our texts. `words` is the keyword that the owner texted, and `invitedBy` names the person whose invitation was accepted. Both are null if they are not known. `stoppedAt` is the time of the last STOP, or null if there was none or if the owner has agreed again since then.',
);
export type Consent = z.infer<typeof consent>;
