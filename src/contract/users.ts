import * as z from 'zod/mini';
import { NAME_MAX, PLACEHOLDER_NAME } from './limits';
import { boundedText } from './text';

const name = (label: string) =>
  z.pipe(
    z.string(`${label} is required`).check(z.trim(), z.minLength(1, `${label} is required`)),
    boundedText(NAME_MAX, `${label} can have at most ${NAME_MAX} characters`),
  );

/** Setup and edit (spec 5). A profile that was read can be written back: unknown keys are dropped. */
export const profileInput = z.object({
  firstName: name('First name'),
  lastName: name('Last name'),
  avatarUrl: z.optional(
    z.nullable(
      z.union(
        [
          z.literal(''),
          z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' }).check(z.maxLength(2048)),
        ],
        {
          error: 'Please enter a valid URL',
        },
      ),
    ),
  ),
});
export type ProfileInput = z.infer<typeof profileInput>;

export const profile = z.object({
  id: z.number(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  phoneNumber: z.string(),
});
export type Profile = z.infer<typeof profile>;

type Named = { firstName: string | null; lastName: string | null; displayName?: string | null };

/** Spec 3: setup is needed while either name is missing. */
export const needsSetup = (who: Named) => !who.firstName || !who.lastName;

/** Spec 3: first and last name, else the display name, else "User". */
export const displayName = (who: Named) =>
  [who.firstName, who.lastName].filter(Boolean).join(' ') || who.displayName || PLACEHOLDER_NAME;

/** Spec 3: the first letters of first and last name, else of the display name, else "U". */
export function initials(who: Named): string {
  const letters = [who.firstName, who.lastName].map((name) => [...(name ?? '')][0] ?? '').join('');
  return (letters || [...(who.displayName ?? '')][0] || 'U').toUpperCase();
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
