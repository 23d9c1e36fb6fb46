import * as z from 'zod/mini';
import { phoneNumber } from './phone';

/** The code in /join/:code, as it may be typed or pasted. */
const inviteCode = z
  .string('This invite link is not valid.')
  .check(
    z.trim(),
    z.minLength(1, 'This invite link is not valid.'),
    z.maxLength(64, 'This invite link is not valid.'),
  );

export const submitInviteInput = z.object({
  phoneNumber: phoneNumber('Please enter your phone number'),
  inviteCode,
});

export const inviteInput = z.object({ code: inviteCode });

/** What the landing page may know before anybody is signed in. */
export const invite = z.object({ inviterName: z.nullable(z.string()) });

export const ownInvite = z.object({ code: z.string(), url: z.string() });
