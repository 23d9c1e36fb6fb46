import * as z from 'zod/mini';

const TYPED_MAX = 40;

export const phoneNumber = (required: string) =>
  z
    .string(required)
    .check(z.trim(), z.minLength(1, required), z.maxLength(TYPED_MAX, 'That is not a phone number.'));
