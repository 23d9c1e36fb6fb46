import * as z from 'zod/mini';
import { PAGE_MAX } from './limits';

/** Length in Unicode code points, the unit of every limit in `limits.ts`. */
export const length = (text: string) => [...text].length;

/** A text of at most `max` code points: lone surrogates are replaced, NUL is refused (SQLite and C libraries end there). */
export const boundedText = (max: number, tooLong: string) =>
  z.pipe(
    z.string().check(
      z.refine((text) => !text.includes('\0'), 'Text cannot contain NUL characters.'),
      z.refine((text) => text.length <= max || length(text) <= max, tooLong),
    ),
    z.transform((text) => text.toWellFormed()),
  );

/** A whole number, as JSON has it or as digits in an address. Neither `true` nor `[2]` nor `0x10` is one. */
export const wholeNumber = (min: number, wrong: string, max = Number.MAX_SAFE_INTEGER, tooLarge = wrong) =>
  z.pipe(
    z.transform((given) => (typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given)),
    z.int(wrong).check(z.minimum(min, wrong), z.maximum(max, tooLarge)),
  );

/** The `id` of anything. */
export const id = wholeNumber(1, 'An id is a positive whole number.');

/** How many of a list one page may have. Without it: all of them. */
export const pageLimit = (what: string) =>
  z.optional(
    wholeNumber(
      1,
      'The limit is a positive whole number.',
      PAGE_MAX,
      `A page has at most ${PAGE_MAX} ${what}.`,
    ),
  );

export const done = z.object({ success: z.literal(true), message: z.string() });
export type Done = z.infer<typeof done>;
