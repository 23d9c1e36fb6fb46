import * as z from 'zod/mini';

/** What a person types as a phone number. The server alone turns it into E.164 (`users/phone.ts`). */
export const phoneNumber = (required: string) =>
  z
    .string(required)
    .check(z.trim(), z.minLength(1, required), z.maxLength(40, 'That is not a phone number.'));

/** An E.164 number as shown to people it does not belong to: `+1 ••• ••• 0123` (design 5). */
export function maskPhone(e164: string): string {
  const country = e164.startsWith('+1') ? '+1' : e164.slice(0, 3);
  return `${country} ••• ••• ${e164.slice(-4)}`;
}

/** `(234) 555-0123` or `+1 (234) 555-0123` for North American numbers (spec 2), others as they are. */
export function formatPhone(phone: string): string {
  const [, country, area, exchange, line] = /^(\+1)?(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  if (!area) return phone;
  return `${country ? '+1 ' : ''}(${area}) ${exchange}-${line}`;
}
