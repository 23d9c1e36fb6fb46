import * as z from 'zod/mini';
import { phoneNumber } from './phone';
import { profile } from './users';

export const loginInput = z.object({ phoneNumber: phoneNumber('Phone number is required') });
export const loginAnswer = z.object({ requiresVerification: z.literal(true) });

export const verifyInput = z.object({
  phoneNumber: phoneNumber('Phone number is required'),
  /** One that is too short or too long is as wrong as any other. */
  code: z.pipe(
    z.string('Invalid verification code'),
    z.transform((code) => code.replace(/\D/g, '')),
  ),
});
export const verifyAnswer = z.object({ success: z.literal(true), message: z.string(), user: profile });

export const session = z.object({
  authenticated: z.boolean(),
  userId: z.nullable(z.number()),
  operator: z.boolean(),
});
