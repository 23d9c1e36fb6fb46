import * as z from 'zod/mini';
import { CODE_LENGTH } from './limits';
import { phoneNumber } from './phone';
import { profile } from './users';

export const loginInput = z.object({ phoneNumber: phoneNumber('Phone number is required') });
export const loginAnswer = z.object({ requiresVerification: z.literal(true) });

export const verifyInput = z.object({
  phoneNumber: phoneNumber('Phone number is required'),
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((code) => code.replace(/\D/g, '')),
    ),
    z.string().check(z.length(CODE_LENGTH, 'Invalid verification code')),
  ),
});
export const verifyAnswer = z.object({ success: z.literal(true), message: z.string(), user: profile });

export const session = z.object({ authenticated: z.boolean(), userId: z.nullable(z.number()) });
