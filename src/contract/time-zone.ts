import * as z from 'zod/mini';
import { withExample } from './example';

/** Offsets such as `+02:00` are no zones here, because they have no daylight saving. */
export function toTimeZone(name: string): string | null {
  if (!/^[a-z]/i.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

const ERROR = 'That is not a time zone. One is written like Europe/Berlin.';

export const timeZone = z.pipe(
  z.string(ERROR).check(
    z.maxLength(100, ERROR),
    z.refine((name) => toTimeZone(name) !== null, ERROR),
  ),
  z.transform((name) => toTimeZone(name) ?? name),
);

export const timeZoneInput = withExample(
  z.object({ timeZone, unlessSet: z.optional(z.boolean('unlessSet must be true or false')) }),
  { timeZone: 'Europe/Berlin' },
  "A person's time zone. If `unlessSet` is true and a time zone is stored already, that time zone stays.",
);
