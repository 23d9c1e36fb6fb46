import { PLACEHOLDER_NAME } from './limits';

/** This file imports no schemas, so that the first screen loads quickly. */

type Named = { firstName: string | null; lastName: string | null; displayName?: string | null };
export type NamedUser = Named & { phone: string };

export const needsSetup = (user: Named) => !user.firstName || !user.lastName;

export const hasSkippedSetup = ({ firstName, lastName }: Named) =>
  firstName === PLACEHOLDER_NAME && lastName === PLACEHOLDER_NAME;

export const namesOf = (user: Named) => ({
  firstName: hasSkippedSetup(user) ? null : user.firstName,
  lastName: hasSkippedSetup(user) ? null : user.lastName,
});

/** The mark stands first, so that no name is so long that it is cut off. */
export const guestName = (name: string) => `Guest ${name}`;

export const publicName = (user: NamedUser): string => nameOrNull(user) ?? maskPhone(user.phone);

export function nameOrNull(user: Named): string | null {
  const { firstName, lastName } = namesOf(user);
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}

const NAME_IN_TEXT_MAX = 20;

/**
 * The signs ’ and • are replaced, because one character outside the GSM alphabet can double the price of a
 * text.
 */
export function nameInText(user: NamedUser): string {
  const name = (nameOrNull(user) ?? '')
    .normalize('NFKC')
    .replaceAll('’', "'") // the apostrophe that phones type
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .trim();
  const short = [...name].slice(0, NAME_IN_TEXT_MAX).join('').trim();
  return short || maskPhone(user.phone).replaceAll('•', '*');
}

export function displayName(user: Named): string {
  const { firstName, lastName } = namesOf(user);
  return [firstName, lastName].filter(Boolean).join(' ') || user.displayName || PLACEHOLDER_NAME;
}

export function initials(user: Named): string {
  const { firstName, lastName } = namesOf(user);
  const letters = [firstName, lastName].map((name) => [...(name ?? '')][0] ?? '').join('');
  return (letters || user.displayName?.match(/\p{L}/u)?.[0] || 'U').toUpperCase();
}

/**
 * The parameter `v` is a hash of the original address, so that browsers do not show an old picture after that
 * address has changed.
 */
export function avatarUrlOf({ id, avatarUrl }: { id: number; avatarUrl: string | null }): string | null {
  if (!avatarUrl) return null;
  let hash = 0;
  for (const letter of avatarUrl) hash = (hash * 31 + letter.charCodeAt(0)) | 0;
  return `/api/avatars/${id}?v=${(hash >>> 0).toString(36)}`;
}

/** Matches a calling code (ITU E.164). */
const CALLING_CODE = /^\+([17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

export const maskPhone = (e164: string) => `${CALLING_CODE.exec(e164)?.[0]} ••• ••• ${e164.slice(-4)}`;

export function formatPhone(phone: string): string {
  const [, country, area, exchange, line] = /^(\+1)?([2-9]\d\d)(\d{3})(\d{4})$/.exec(phone) ?? [];
  if (!area) return phone;
  return `${country ? '+1 ' : ''}(${area}) ${exchange}-${line}`;
}

export function deviceName({ browser, system }: { browser: string | null; system: string | null }): string {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
