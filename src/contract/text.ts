import * as z from 'zod/mini';
import { objectOf, sample } from './example';
import { length, PAGE_MAX, USER_SEARCH_MAX } from './limits';

/** Refuses NUL, because SQLite and C libraries end a string at a NUL. */
export const boundedText = (max: number, tooLong: string) =>
  z.pipe(
    z.string().check(
      z.refine((text) => !text.includes('\0'), 'Text cannot contain NUL characters.'),
      z.refine((text) => text.length <= max || length(text) <= max, tooLong),
    ),
    z.transform((text) => text.toWellFormed()),
  );

/** Joiners stay within a word or emoji, because Persian and Indic names and many emoji need them. */
const INVISIBLE =
  /(?!\u200c|\u200d|\ufe0f)\p{DI}|(?<![\p{L}\p{M}\p{Emoji}])(?:\u200c|\u200d|\ufe0f)|(?:\u200c|\u200d)(?![\p{L}\p{M}\p{Emoji}])|[\u2800\ufff9-\ufffb]/gu;

/** Also removes what turns the direction of the text around. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** Also accepts a string of digits, because numbers in paths and queries are strings. */
export const wholeNumber = (min: number, wrong: string, max = Number.MAX_SAFE_INTEGER, tooLarge = wrong) =>
  z.pipe(
    z.transform((given) => (typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given)),
    z.int(wrong).check(z.minimum(min, wrong), z.maximum(max, tooLarge)),
  );

export const id = wholeNumber(1, 'An id is a positive whole number.');
export const idInput = z.object({ id });

export const pageLimit = (rows: string) =>
  z.optional(
    wholeNumber(
      1,
      'The limit is a positive whole number.',
      PAGE_MAX,
      `A page has at most ${PAGE_MAX} ${rows}.`,
    ),
  );

export const offsetPage = (rows: string) => ({
  limit: pageLimit(rows),
  offset: z.optional(wholeNumber(0, 'The offset is a whole number.')),
});

export const userSearch = () =>
  z.optional(
    z.string().check(z.maxLength(USER_SEARCH_MAX, `Search for at most ${USER_SEARCH_MAX} characters.`)),
  );

export const beginningOf = (text: string, max: number): string =>
  text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');

export function shorten(text: string, max: number): string {
  const beginning = beginningOf(text, max);
  return beginning === text ? text : `${beginning.trimEnd()}...`;
}

export const done = z.object({ success: z.literal(true), message: z.string() });
export type Done = z.infer<typeof done>;

export const succeeded = (message: string): Done => ({ success: true, message });

/* @__NO_SIDE_EFFECTS__ */
export function doneWith(message: string) {
  return objectOf({
    success: sample(done.shape.success, true),
    message: sample(done.shape.message, message),
  });
}
