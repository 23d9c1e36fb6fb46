import * as z from 'zod/mini';
import { tagParam } from './boards';
import { objectOf, sample, withExample } from './example';
import { phoneNumber } from './phone';
import { done, doneWith, id } from './text';

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

export const invite = withExample(
  z.object({ inviterName: z.nullable(z.string()) }),
  {
    inviterName: 'Ann Lee',
  },
  'The part of an invite that a signed-out visitor may see.',
);

export const ownInvite = objectOf({
  code: sample(z.string(), 'k3J9x_2Q'),
  url: sample(z.string(), 'https://tagline.example/join/k3J9x_2Q'),
});

const REQUIRED = 'Phone number is required';

export const boardInviteInput = withExample(
  z.object({ name: tagParam, phoneNumber: phoneNumber(REQUIRED) }),
  { name: 'house', phoneNumber: '(202) 555-0144' },
);

export const boardInviteSent = objectOf(
  {
    ...doneWith('We have texted them an invitation. They are on #house once they reply YES.').shape,
    pending: sample(z.boolean(), true),
  },
  '`pending` is true if the invited person has yet to accept. `pending` is false if the number has an account, because the owner of that account becomes a member at once.',
);
export type BoardInviteSent = z.infer<typeof boardInviteSent>;

export const boardInvitesInput = z.object({ name: tagParam });

export const boardInvite = objectOf(
  {
    id: sample(z.int(), 3),
    phoneNumber: sample(z.string(), '+12025550144'),
    createdAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
    expiresAt: sample(z.string(), '2026-03-02T12:00:00.000Z'),
  },
  'An invitation that was texted to a number and can still be accepted.',
);
export type BoardInvite = z.infer<typeof boardInvite>;

export const takeBackInput = z.object({ boardId: id, inviteId: id });
export const inviteTakenBack = doneWith('The invitation is taken back: a YES to it changes nothing.');
