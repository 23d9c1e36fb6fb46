import { CODE_LENGTH } from '../../../src/contract/limits';
import { toCodeDigits } from './verification-code';

const NATIONAL_DIGITS_MIN = 7;

/** The country code may be missing in the typed number: 07911 123456 matches +447911123456. */
export function isSameNumber(typed: string, e164: string): boolean {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length >= NATIONAL_DIGITS_MIN && e164.slice(1).endsWith(digits);
}

export function readPhoneCode(
  data: unknown,
  { phoneNumber, askedAt }: { phoneNumber: string; askedAt: number },
): string | undefined {
  const { phone, code, at } = (data ?? {}) as Record<string, unknown>;
  if (typeof phone !== 'string' || typeof code !== 'string' || typeof at !== 'string') return undefined;
  if (code.length !== CODE_LENGTH || toCodeDigits(code) !== code) return undefined;
  // refuses an invalid time, too
  if (!(Date.parse(at) >= askedAt)) return undefined;
  return isSameNumber(phoneNumber, phone) ? code : undefined;
}
