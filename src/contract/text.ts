import * as z from 'zod/mini';

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

/** The `id` of anything: a positive integer, as JSON number or as digits in a path. */
export const id = z.coerce
  .number('An id is a positive whole number.')
  .check(z.int('An id is a positive whole number.'), z.positive('An id is a positive whole number.'));

export const done = z.object({ success: z.literal(true), message: z.string() });
