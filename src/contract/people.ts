import { PLACEHOLDER_NAME } from './limits';

/** How people are shown, by server and browser alike. Free of schemas, which no screen needs to start. */

type Named = { firstName: string | null; lastName: string | null; displayName?: string | null };

/** Spec 3: setup is needed while either name is missing. */
export const needsSetup = (who: Named) => !who.firstName || !who.lastName;

/** Spec 3: first and last name, else the display name, else "User". */
export const displayName = (who: Named) =>
  [who.firstName, who.lastName].filter(Boolean).join(' ') || who.displayName || PLACEHOLDER_NAME;

/** Spec 3: the first letters of first and last name, else of the display name (a number has none), else "U". */
export function initials(who: Named): string {
  const letters = [who.firstName, who.lastName].map((name) => [...(name ?? '')][0] ?? '').join('');
  return (letters || who.displayName?.match(/\p{L}/u)?.[0] || 'U').toUpperCase();
}

/**
 * Where browsers get a person's picture: our own copy, never the address that was given. The mark behind it
 * changes with that address, so that nobody's browser keeps the old one.
 */
export function avatarUrlOf({ id, avatarUrl }: { id: number; avatarUrl: string | null }): string | null {
  if (!avatarUrl) return null;
  let mark = 0;
  for (const letter of avatarUrl) mark = (mark * 31 + letter.charCodeAt(0)) | 0;
  return `/api/avatars/${id}?v=${(mark >>> 0).toString(36)}`;
}

/** Calling codes of one and two digits (ITU E.164); all others have three. */
const CALLING_CODE = /^\+([17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** An E.164 number as shown to people it does not belong to: `+1 ••• ••• 0123` (design 5). */
export const maskPhone = (e164: string) => `${CALLING_CODE.exec(e164)?.[0]} ••• ••• ${e164.slice(-4)}`;

/** `(234) 555-0123` or `+1 (234) 555-0123` for North American numbers (spec 2), others as they are. */
export function formatPhone(phone: string): string {
  const [, country, area, exchange, line] = /^(\+1)?([2-9]\d\d)(\d{3})(\d{4})$/.exec(phone) ?? [];
  if (!area) return phone;
  return `${country ? '+1 ' : ''}(${area}) ${exchange}-${line}`;
}
