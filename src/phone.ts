import { type CountryCode, type PhoneNumber, parsePhoneNumberWithError } from 'libphonenumber-js/max';

/** ISO 3166 codes of the countries that may be texted; `all` of them with the simulator. */
export type Countries = 'all' | readonly CountryCode[];

/**
 * Any spelling of a phone number to E.164, or null. The whole string or nothing: no extensions, no numbers
 * found inside other text. A possible number is enough, so that the reserved 555 numbers work (design 5).
 */
export function toE164(input: string, defaultCountry: CountryCode): string | null {
  return parse(input, defaultCountry)?.number ?? null;
}

/** Whether we may spend money on texting this E.164 number: an allowed country, and no premium or shared-cost line. */
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
    .replace(/^\+521(?=\d{10}$)/, '+52'); // Mexico's old mobile prefix: one person, one account
  try {
    const phone = parsePhoneNumberWithError(plain, { defaultCountry, extract: false });
    return phone.ext || !phone.isPossible() ? null : phone;
  } catch {
    return null;
  }
}
