import * as z from 'zod/mini';

/** What a person types as a phone number. The server alone turns it into E.164 (`users/phone.ts`). */
export const phoneNumber = (required: string) =>
  z
    .string(required)
    .check(z.trim(), z.minLength(1, required), z.maxLength(40, 'That is not a phone number.'));
