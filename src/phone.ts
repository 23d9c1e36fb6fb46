import { type CountryCode, type PhoneNumber, parsePhoneNumberWithError } from 'libphonenumber-js/max';

/** ISO 3166 codes of the countries whose numbers may be texted. */
export type Countries = 'all' | readonly CountryCode[];

/**
 * Returns a phone number in any spelling as E.164, or null unless the whole string is one number without an
 * extension. The number needs only the right length, so that the reserved 555 numbers work (docs/product.md:
 * Phone numbers).
 */
export function toE164(input: string, defaultCountry: CountryCode): string | null {
  return parse(input, defaultCountry)?.number ?? null;
}

/**
 * Tells if an E.164 number may be texted: its country is allowed, and it is neither a premium number nor a
 * shared-cost number.
 */
export function mayText(e164: string, allowed: Countries): boolean {
  const phone = parse(e164);
  if (!phone) return false;
  const type = phone.getType();
  if (type === 'PREMIUM_RATE' || type === 'SHARED_COST') return false;
  if (allowed === 'all') return true;
  const countries = phone.country ? [phone.country] : phone.getPossibleCountries();
  return countries.some((country) => allowed.includes(country));
}

function parse(input: string, defaultCountry?: CountryCode): PhoneNumber | null {
  const plain = input
    .normalize('NFKC') // full-width digits
    .replace(/\p{Cf}/gu, '') // zero-width marks
    .trim()
    .replace(/^tel:/i, '')
    // removes the old prefix of Mexican mobile numbers, so that one person has one account
    .replace(/^\+521(?=\d{10}$)/, '+52');
  try {
    const phone = parsePhoneNumberWithError(plain, { defaultCountry, extract: false });
    return phone.ext || !phone.isPossible() ? null : phone;
  } catch {
    return null;
  }
}
