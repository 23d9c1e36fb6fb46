import * as z from 'zod/mini';

const TYPED_MAX = 40;

/**
 * A phone number as a person types it. Only the server can convert it to E.164 (src/app/phone.ts). `required` is
 * the error if the number is missing.
 */
export const phoneNumber = (required: string) =>
  z
    .string(required)
    .check(z.trim(), z.minLength(1, required), z.maxLength(TYPED_MAX, 'That is not a phone number.'));
