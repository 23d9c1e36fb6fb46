import * as z from 'zod/mini';
import { withExample } from './example';
import { phoneNumber } from './phone';
import { done } from './text';

/** The code in the address of an invite link (`/join/:code`), as a person typed or pasted it. */
const inviteCode = z
  .string('This invite link is not valid.')
  .check(
    z.trim(),
    z.minLength(1, 'This invite link is not valid.'),
    z.maxLength(64, 'This invite link is not valid.'),
  );

export const submitInviteInput = withExample(
  z.object({ phoneNumber: phoneNumber('Please enter your phone number'), inviteCode }),
  { phoneNumber: '(202) 555-0122', inviteCode: 'k3J9x_2Q' },
);

export const INVITE_SENT = { success: true as const, message: 'Check your phone for a confirmation text' };
export const inviteSent = withExample(z.object(done.shape), INVITE_SENT);

export const inviteInput = withExample(z.object({ code: inviteCode }), { code: 'k3J9x_2Q' });

/** The part of an invite that a signed-out visitor may see. */
export const invite = withExample(z.object({ inviterName: z.nullable(z.string()) }), {
  inviterName: 'Ann Lee',
});

export const ownInvite = withExample(z.object({ code: z.string(), url: z.string() }), {
  code: 'k3J9x_2Q',
  url: 'https://tagline.example/join/k3J9x_2Q',
});
