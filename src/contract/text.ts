import * as z from 'zod/mini';
import { length, PAGE_MAX } from './limits';

/**
 * A string of at most `max` code points. Replaces lone surrogates. Refuses NUL, because SQLite and C
 * libraries end a string at a NUL.
 */
export const boundedText = (max: number, tooLong: string) =>
  z.pipe(
    z.string().check(
      z.refine((text) => !text.includes('\0'), 'Text cannot contain NUL characters.'),
      z.refine((text) => text.length <= max || length(text) <= max, tooLong),
    ),
    z.transform((text) => text.toWellFormed()),
  );

/**
 * A whole number. Also accepts a string of digits, because numbers in paths and queries are strings. Refuses
 * values such as `true`, `[2]` or `0x10`.
 */
export const wholeNumber = (min: number, wrong: string, max = Number.MAX_SAFE_INTEGER, tooLarge = wrong) =>
  z.pipe(
    z.transform((given) => (typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given)),
    z.int(wrong).check(z.minimum(min, wrong), z.maximum(max, tooLarge)),
  );

/** The id of a database row. */
export const id = wholeNumber(1, 'An id is a positive whole number.');

/** The optional `limit` of a list: the largest number of rows on a page. */
export const pageLimit = (rows: string) =>
  z.optional(
    wholeNumber(
      1,
      'The limit is a positive whole number.',
      PAGE_MAX,
      `A page has at most ${PAGE_MAX} ${rows}.`,
    ),
  );

/** Returns the first `max` characters of a text. A surrogate pair is not cut. */
export const beginningOf = (text: string, max: number): string =>
  text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');

/**
 * Returns the text if it has at most `max` characters, or else its first `max` characters and three dots. A
 * surrogate pair is not cut.
 */
export function shorten(text: string, max: number): string {
  const beginning = beginningOf(text, max);
  return beginning === text ? text : `${beginning.trimEnd()}...`;
}

/** The answer of an API call that returns only a sentence. */
export const done = z.object({ success: z.literal(true), message: z.string() });
export type Done = z.infer<typeof done>;

export const succeeded = (message: string): Done => ({ success: true, message });
