import * as z from 'zod/mini';
import { withExample } from './example';
import { phoneNumber } from './phone';
import { done, succeeded } from './text';
import { profile } from './users';

export const session = withExample(
  z.object({
    authenticated: z.boolean(),
    userId: z.nullable(z.number()),
    operator: z.boolean(),
  }),
  { authenticated: true, userId: 1, operator: false },
);

export const loginInput = withExample(z.object({ phoneNumber: phoneNumber('Phone number is required') }), {
  phoneNumber: '(202) 555-0111',
});
export const loginAnswer = withExample(z.object({ requiresVerification: z.literal(true) }), {
  requiresVerification: true,
});

/** How far the sending of this browser's verification code is. Null if the browser has asked for none. */
export const codeState = z.nullable(z.enum(['sending', 'sent', 'slow', 'failed']));
export const codeStateAnswer = withExample(z.object({ state: codeState }), { state: 'sent' });

export const verifyInput = withExample(
  z.object({
    phoneNumber: phoneNumber('Phone number is required'),
    // the length is not checked: a code that is too short or too long is simply wrong
    code: z.pipe(
      z.string('Invalid verification code'),
      z.transform((code) => code.replace(/\D/g, '')),
    ),
  }),
  { phoneNumber: '(202) 555-0111', code: '123456' },
);
export const verifyAnswer = z.object({
  success: withExample(z.literal(true), true),
  message: withExample(z.string(), 'Welcome, Ann Lee!'),
  user: profile,
});

export const logoutAnswer = withExample(z.object(done.shape), succeeded('Signed out'));
