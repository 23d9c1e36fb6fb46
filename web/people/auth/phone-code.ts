import { CODE_LENGTH } from '../../../src/contract/limits';
import { toCodeDigits } from './verification-code';

/** Smallest number of digits that a typed phone number must have, without leading zeros. */
const NATIONAL_DIGITS_MIN = 7;

/**
 * Returns true if `e164` ends with the digits of a typed number. Ignores leading zeros of the typed number;
 * at least seven digits must follow them. The country code may be missing: 07911 123456 matches
 * +447911123456.
 */
export function isSameNumber(typed: string, e164: string): boolean {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length >= NATIONAL_DIGITS_MIN && e164.slice(1).endsWith(digits);
}

/**
 * Returns the code in a message from the phone simulator. Returns undefined if the code is for another
 * number, if it was texted before `askedAt`, or if `data` is not such a message.
 */
export function readPhoneCode(
  data: unknown,
  { phoneNumber, askedAt }: { phoneNumber: string; askedAt: number },
): string | undefined {
  const { phone, code, at } = (data ?? {}) as Record<string, unknown>;
  if (typeof phone !== 'string' || typeof code !== 'string' || typeof at !== 'string') return undefined;
  if (code.length !== CODE_LENGTH || toCodeDigits(code) !== code) return undefined;
  // returns undefined also if `at` is not a valid time; the two times can be compared, because normally the
  // same computer has measured both
  if (!(Date.parse(at) >= askedAt)) return undefined;
  return isSameNumber(phoneNumber, phone) ? code : undefined;
}
