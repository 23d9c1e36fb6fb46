import * as z from 'zod/mini';
import { objectOf, sample } from './example';
import { offsetPage, userSearch } from './text';

export const agreement = z.enum(['text', 'sign-in', 'code', 'invite', 'start', 'account']);

export const consentsInput = z.object({ search: userSearch(), ...offsetPage('numbers') });
export type ConsentsInput = z.infer<typeof consentsInput>;

export const consent = objectOf(
  {
    phoneNumber: sample(z.string(), '+12025550122'),
    displayName: sample(z.nullable(z.string()), 'Bob Ray'),
    agreedAt: sample(z.nullable(z.string()), '2026-01-31T12:00:00.000Z'),
    act: sample(z.nullable(agreement), 'invite'),
    words: sample(z.nullable(z.string()), null),
    invitedBy: sample(z.nullable(z.string()), 'Ann Lee'),
    stoppedAt: sample(z.nullable(z.string()), null),
  },
  'When and how the owner of a phone number agreed to our texts. `words` is the keyword that the owner texted, and `invitedBy` names the person whose invitation was accepted. Both are null if they are not known. `stoppedAt` is the time of the last STOP, or null if there was none or if the owner has agreed again since then.',
);
export type Consent = z.infer<typeof consent>;
