import { type CountryCode, type PhoneNumber, parsePhoneNumberWithError } from 'libphonenumber-js/max';

export type Countries = 'all' | readonly CountryCode[];

/**
 * Only the length of the number is checked, so that the reserved 555 numbers work (docs/product/people.md:
 * Phone numbers). An old form of a mobile number becomes its present form, so that one person has one
 * account.
 */
export function toE164(input: string, defaultCountry: CountryCode): string | null {
  return parse(input, defaultCountry)?.number ?? null;
}

/** Keeps an old form of the number, because the gateway knows the number by that form. */
export function toOwnE164(input: string, defaultCountry: CountryCode): string | null {
  const phone = parseAsTyped(input, defaultCountry);
  return phone?.isPossible() ? phone.number : null;
}

/** Types of numbers that are never texted: a text to one of these can cost many times the usual price. */
const EXPENSIVE = ['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER'];

/** North American personal numbers. The library's data has no type for most of those that begin with 700. */
const PERSONAL = /^\+1[57]00/;

export function mayText(e164: string, allowed: Countries): boolean {
  const facts = factsOf(e164);
  if (!facts || facts.isExpensive) return false;
  return allowed === 'all' || facts.countries.some((country) => allowed.includes(country));
}

export const countryOf = (e164: string): CountryCode | undefined => factsOf(e164)?.countries[0];

type NumberFacts = { countries: readonly CountryCode[]; isExpensive: boolean };

/**
 * Each answer by text needs the facts twice, and without this map a question by text takes a tenth longer.
 */
const recentFacts = new Map<string, NumberFacts | null>();
const RECENT_MAX = 1_000;

function factsOf(e164: string): NumberFacts | null {
  const recent = recentFacts.get(e164);
  if (recent !== undefined) return recent;
  const facts = findFacts(e164);
  if (recentFacts.size === RECENT_MAX) recentFacts.clear();
  recentFacts.set(e164, facts);
  return facts;
}

function findFacts(e164: string): NumberFacts | null {
  const phone = parse(e164);
  return (
    phone && {
      countries: phone.country ? [phone.country] : phone.getPossibleCountries(),
      isExpensive: EXPENSIVE.includes(phone.getType() ?? '') || PERSONAL.test(phone.number),
    }
  );
}

/**
 * Patterns of old forms of mobile numbers, each with the replacement for the match. In Argentina a landline
 * number can look the same, but a landline cannot text.
 */
const OLD_FORMS: [RegExp, string][] = [
  [/^\+54(?=[1-3]\d{9}$)/, '+549'], // Argentina: +54 11 ... is +54 9 11 ...
  [/^\+521(?=\d{10}$)/, '+52'], // Mexico: +52 1 55 ... is +52 55 ...
  // Brazil: a 9 comes before the old eight digits; numbers whose eight digits begin with 2 to 5 are landlines
  [/^(\+55[1-9]{2})(?=[689]\d{7}$)/, '$19'],
];

export const toPresentForm = (e164: string): string =>
  OLD_FORMS.reduce((number, [old, start]) => number.replace(old, start), e164);

function parse(input: string, defaultCountry?: CountryCode): PhoneNumber | null {
  const typed = parseAsTyped(input, defaultCountry);
  if (!typed) return null;
  const present = toPresentForm(typed.number);
  const phone = present === typed.number ? typed : parseAsTyped(present);
  return phone?.isPossible() ? phone : null;
}

function parseAsTyped(input: string, defaultCountry?: CountryCode): PhoneNumber | null {
  const plain = input
    .normalize('NFKC') // converts full-width digits to ordinary digits
    .replace(/\p{Cf}/gu, '') // removes invisible characters, such as zero-width marks
    .trim()
    .replace(/^tel:/i, '');
  try {
    const phone = parsePhoneNumberWithError(plain, { defaultCountry, extract: false });
    return phone.ext ? null : phone;
  } catch {
    return null;
  }
}
