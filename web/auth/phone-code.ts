import { CODE_LENGTH } from '../../src/contract/limits';
import { toCodeDigits } from './verification-code';

/** Minimum number of digits, without leading zeros, for which a typed phone number is recognised. */
const NATIONAL_DIGITS_MIN = 7;

/**
 * Returns true if `e164` ends with the digits of a typed number, without the leading zeros of that number. At
 * least seven digits must be left. So the country code may be missing, as in 07911 123456 for +447911123456.
 */
export function isSameNumber(typed: string, e164: string): boolean {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length >= NATIONAL_DIGITS_MIN && e164.slice(1).endsWith(digits);
}

/**
 * Returns the code of a message from the phone simulator. Returns undefined if it is for another number, was
 * texted before `askedAt`, or is no such message.
 */
export function readPhoneCode(
  data: unknown,
  { phoneNumber, askedAt }: { phoneNumber: string; askedAt: number },
): string | undefined {
  const { phone, code, at } = (data ?? {}) as Record<string, unknown>;
  if (typeof phone !== 'string' || typeof code !== 'string' || typeof at !== 'string') return undefined;
  if (code.length !== CODE_LENGTH || toCodeDigits(code) !== code) return undefined;
  // also refuses a time that cannot be read; both times are normally from the clock of the same computer
  if (!(Date.parse(at) >= askedAt)) return undefined;
  return isSameNumber(phoneNumber, phone) ? code : undefined;
}
