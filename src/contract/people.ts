import { PLACEHOLDER_NAME } from './limits';

/**
 * Names, initials and phone numbers as server and browser show them. This file imports no schemas, so that
 * the first screen loads quickly.
 */

type Named = { firstName: string | null; lastName: string | null; displayName?: string | null };

/** Returns whether the user has not set up their profile yet (docs/product.md: Setup and profile). */
export const needsSetup = (user: Named) => !user.firstName || !user.lastName;

/** Returns whether the user has skipped the setup. Skipping stores a placeholder as both names. */
export const hasSkippedSetup = ({ firstName, lastName }: Named) =>
  firstName === PLACEHOLDER_NAME && lastName === PLACEHOLDER_NAME;

/** Returns the first and last name of a user. Both are null for a user who has skipped the setup. */
export const namesOf = (user: Named) => ({
  firstName: hasSkippedSetup(user) ? null : user.firstName,
  lastName: hasSkippedSetup(user) ? null : user.lastName,
});

/**
 * Returns the name of a user that other people see, or the masked number if the user has no name
 * (docs/product.md: Masked numbers).
 */
export const publicName = (user: Named & { phone: string }): string =>
  nameOrNull(user) ?? maskPhone(user.phone);

/** Returns the first and last name, or null for a user without a name. */
export function nameOrNull(user: Named): string | null {
  const { firstName, lastName } = namesOf(user);
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}

const NAME_IN_TEXT_MAX = 20;

/**
 * Returns a user's name, or else the masked number, for the words of a text that we send. The result is
 * short, on one line, and contains nothing that a phone would show as a link. The signs ’ and • are replaced,
 * because one character outside the GSM alphabet can double the price of a text.
 */
export function nameInText(user: Named & { phone: string }): string {
  const name = (nameOrNull(user) ?? '')
    .normalize('NFKC')
    .replaceAll('’', "'") // the apostrophe that phones type
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .trim();
  const short = [...name].slice(0, NAME_IN_TEXT_MAX).join('').trim();
  return short || maskPhone(user.phone).replaceAll('•', '*');
}

/** Returns the first and last name, else the display name, else "User". */
export function displayName(user: Named): string {
  const { firstName, lastName } = namesOf(user);
  return [firstName, lastName].filter(Boolean).join(' ') || user.displayName || PLACEHOLDER_NAME;
}

/**
 * Returns the first letters of the first and last name, else the first letter of the display name, else "U".
 */
export function initials(user: Named): string {
  const { firstName, lastName } = namesOf(user);
  const letters = [firstName, lastName].map((name) => [...(name ?? '')][0] ?? '').join('');
  return (letters || user.displayName?.match(/\p{L}/u)?.[0] || 'U').toUpperCase();
}

/**
 * Returns the address of our copy of a user's picture, or null. The parameter `v` is a hash of the original
 * address, so that browsers do not show an old picture after that address has changed.
 */
export function avatarUrlOf({ id, avatarUrl }: { id: number; avatarUrl: string | null }): string | null {
  if (!avatarUrl) return null;
  let hash = 0;
  for (const letter of avatarUrl) hash = (hash * 31 + letter.charCodeAt(0)) | 0;
  return `/api/avatars/${id}?v=${(hash >>> 0).toString(36)}`;
}

/** Matches a calling code (ITU E.164). Codes of one or two digits are listed; all others have three. */
const CALLING_CODE = /^\+([17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** Masks an E.164 number for other people: `+1 ••• ••• 0123` (docs/product.md: Masked numbers). */
export const maskPhone = (e164: string) => `${CALLING_CODE.exec(e164)?.[0]} ••• ••• ${e164.slice(-4)}`;

/**
 * Formats a North American number as `(234) 555-0123` or `+1 (234) 555-0123`. Returns other numbers
 * unchanged.
 */
export function formatPhone(phone: string): string {
  const [, country, area, exchange, line] = /^(\+1)?([2-9]\d\d)(\d{3})(\d{4})$/.exec(phone) ?? [];
  if (!area) return phone;
  return `${country ? '+1 ' : ''}(${area}) ${exchange}-${line}`;
}

/** Returns the name of a device, such as `Firefox on Linux`. */
export function deviceName({ browser, system }: { browser: string | null; system: string | null }): string {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
