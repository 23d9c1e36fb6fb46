import * as z from 'zod/mini';
import { objectOf, sample, withExample } from './example';
import { phoneNumber } from './phone';
import { doneWith } from './text';
import { profile } from './users';

const endReason = z.enum(['elsewhere', 'expired', 'deleted', 'operator', 'provider']);
export type EndReason = z.infer<typeof endReason>;

export const session = withExample(
  z.object({
    authenticated: z.boolean(),
    userId: z.nullable(z.int()),
    operator: z.boolean(),
    ended: z.nullable(endReason),
  }),
  { authenticated: true, userId: 1, operator: false, ended: null },
  "`ended`: why the session of the caller's cookie ended. Null if there is no cookie, if the session has not ended, or if the reason is not known.",
);

export const loginInput = withExample(z.object({ phoneNumber: phoneNumber('Phone number is required') }), {
  phoneNumber: '(202) 555-0111',
});
export const loginAnswer = withExample(z.object({ requiresVerification: z.literal(true) }), {
  requiresVerification: true,
});

export const codeState = z.nullable(z.enum(['sending', 'sent', 'slow', 'failed']));
export const codeStateAnswer = withExample(z.object({ state: codeState }), { state: 'sent' });

/** The length is not checked: a code that is too short or too long is simply wrong. */
export const verificationCode = z.pipe(
  z.string('Invalid verification code'),
  z.transform((code) => code.replace(/\D/g, '')),
);

export const verifyInput = withExample(
  z.object({
    phoneNumber: phoneNumber('Phone number is required'),
    code: verificationCode,
  }),
  { phoneNumber: '(202) 555-0111', code: '123456' },
);
export const signInInput = withExample(
  z.object({ ...verifyInput.shape, connect: z.optional(z.boolean('connect must be true or false.')) }),
  { phoneNumber: '(202) 555-0111', code: '123456' },
);
export const verifyAnswer = z.object({
  success: withExample(z.literal(true), true),
  message: withExample(z.string(), 'Welcome, Ann Lee!'),
  user: profile,
});

export const signInByTextInput = loginInput;
export const signInByTextAnswer = objectOf(
  {
    phrase: sample(z.string(), 'river 4821'),
    phoneNumber: sample(z.string(), '+12025550100'),
    device: sample(z.string(), 'Firefox on Linux'),
    network: sample(z.string(), '198.51.•.•'),
  },
  "How to sign in by text. The person texts `phrase` to this server's number (`phoneNumber`), from the phone whose number was typed in. `device` names the browser that this text signs in. `network` is the beginning of the browser's IP address.",
);
export type SignInByText = z.infer<typeof signInByTextAnswer>;

export const signInByTextState = withExample(
  z.object({ state: z.nullable(z.enum(['waiting', 'received', 'expired'])) }),
  { state: 'waiting' },
  "State of this browser's sign-in by text. `state` is null if the browser has begun no such sign-in, or has finished it.",
);

const linkToken = z
  .string('This link is not complete.')
  .check(z.minLength(1, 'This link is not complete.'), z.maxLength(64, 'This link is not complete.'));

export const signInLinkInput = withExample(z.object({ token: linkToken }), {
  token: 'k3J9x_2Qk3J9x_2Qk3J9xw',
});
export const signInLinkState = withExample(
  z.object({
    state: z.enum(['open', 'used', 'expired']),
    user: z.nullable(z.object({ id: z.int(), name: z.nullable(z.string()), phoneNumber: z.string() })),
  }),
  { state: 'open', user: { id: 1, name: 'Ann Lee', phoneNumber: '+1 ••• ••• 0111' } },
  'State of a link that signs a browser in. If the link is `open`, `user` is the person whom the link signs in. The phone number of this person is masked. If the link is not `open`, `user` is null.',
);
export type SignInLinkState = z.infer<typeof signInLinkState>;

export const device = objectOf(
  {
    id: sample(z.int(), 83021),
    current: sample(z.boolean(), true),
    browser: sample(z.nullable(z.string()), 'Firefox'),
    system: sample(z.nullable(z.string()), 'Windows'),
    network: sample(z.nullable(z.string()), '198.51.•.•'),
    createdAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
    lastSeenAt: sample(z.string(), '2026-02-03T08:30:00.000Z'),
  },
  'A session of the caller. `network` is the beginning of the IP address from which the session was last used. `browser`, `system` and `network` are null if they are not known.',
);
export type Device = z.infer<typeof device>;

export const othersEndInput = withExample(
  z.object({ revokeMade: z.optional(z.boolean('revokeMade must be true or false.')) }),
  { revokeMade: true },
  '`revokeMade`: if true, the access tokens, webhooks, feeds and passkeys that were made since the first of these devices signed in are revoked, too.',
);
export type OthersEndInput = z.infer<typeof othersEndInput>;

export const deviceEnded = doneWith('That device is signed out.');
export const otherDevicesEnded = doneWith('2 other devices are signed out.');

export const numberCodeSent = doneWith('The code is on its way.');
export const numberChanged = doneWith('Your number is now +1 (202) 555-0122.');

export const logoutAnswer = doneWith('Signed out');
