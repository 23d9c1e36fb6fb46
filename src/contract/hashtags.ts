import { BOARD_NAME_MAX } from './limits';
import { findLinks, type Link } from './links';

/**
 * The grammar of hashtags and board names (docs/product.md: Hashtags, Tag names). It is the same for texts,
 * for the web app, for the API and for renaming.
 */

/**
 * Matches one hashtag, or several without space between them (`#food#trip`), unless a letter or digit stands
 * directly before. An emoji that is made of a digit, such as 1️⃣, may stand before. `Join_C` are invisible
 * joiners, which Persian and Sinhala words contain. The lookahead for `#` comes first for speed: otherwise
 * the slower lookbehind would be tried at each character.
 */
const HASHTAGS = /(?=#)(?<![\p{L}\p{N}](?:(?![\p{VS}\p{Me}])\p{M})*)(?:#[\p{L}\p{M}\p{N}\p{Join_C}_-]+)+/gu;

/** Matches names that `slug` returns unchanged, such as nearly all hashtags in English texts. */
const PLAIN_SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** A hashtag in a text. `start` and `end` are UTF-16 offsets. */
export type Hashtag = { slug: string; start: number; end: number };

/**
 * Normalises a board name: applies NFKC, converts to lower case, and keeps letters, marks and digits of every
 * script. Replaces white space and hyphens between kept characters by one hyphen. Removes all other
 * characters. Returns an empty string if nothing is left. Does not limit the length. Normalising the result
 * again changes nothing.
 */
export function slug(name: string): string {
  if (PLAIN_SLUG.test(name)) return name;
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s-]|[\p{VS}\p{Me}]/gu, '') // also removes the invisible part of ✈️ and the frame of 1️⃣
    .normalize('NFKC') // after a removal, the characters on both sides may combine
    .trim()
    .replace(/[\s-]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Returns the slug of a hashtag, cut to `BOARD_NAME_MAX` characters. A longer name in a form is refused, not
 * cut.
 */
export function hashtagSlug(tag: string): string {
  const whole = slug(tag);
  if (whole.length <= BOARD_NAME_MAX) return whole;
  const points = [...whole];
  return points.length <= BOARD_NAME_MAX ? whole : slug(points.slice(0, BOARD_NAME_MAX).join(''));
}

/** Yields `name`, then `name-2`, `name-3` and so on without end. Cuts a long name to fit the number. */
export function* tagCandidates(name: string): Generator<string, never> {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    yield slug([...name].slice(0, BOARD_NAME_MAX - suffix.length).join('') + suffix);
  }
}

/**
 * Returns all hashtags of a text in order, including repeated ones. A # in a link, such as its fragment, does
 * not begin a hashtag.
 */
export function findHashtags(text: string): Hashtag[] {
  if (!text.includes('#')) return [];
  const found: Hashtag[] = [];
  let links: Link[] | null = null;
  for (const { 0: run, index } of text.matchAll(HASHTAGS)) {
    // only a hashtag directly after another character can be in a link; most texts have no such hashtag
    if (/\S/.test(text[index - 1] ?? ' ')) links ??= findLinks(text);
    if (links?.some(({ start, text: { length } }) => index >= start && index < start + length)) continue;
    for (const match of run.matchAll(/#[^#]+/g)) {
      const tag = hashtagSlug(match[0].slice(1));
      const start = index + match.index;
      if (tag) found.push({ slug: tag, start, end: start + match[0].length });
    }
  }
  return found;
}

/** Returns the distinct slugs of a text's hashtags, in the order of their first appearance. */
export function hashtagsIn(text: string): string[] {
  return [...new Set(findHashtags(text).map((hashtag) => hashtag.slug))];
}

/**
 * Returns the text without the hashtags that `isRemoved` selects, by default all. Also removes needless
 * spaces around the removed hashtags (`a #b, c` becomes `a, c`), and lines that become empty.
 */
export function withoutHashtags(text: string, isRemoved: (slug: string) => boolean = () => true): string {
  if (!text.includes('#')) return text.trim();
  return text
    .split('\n')
    .flatMap((line) => {
      const removed = findHashtags(line).filter((hashtag) => isRemoved(hashtag.slug));
      if (removed.length === 0) return [line];
      const rest = removed.reduceRight(
        (rest, { start, end }) => joined(rest.slice(0, start), rest.slice(end)),
        line,
      );
      return rest.trim() ? [rest.trim()] : [];
    })
    .join('\n')
    .trim();
}

/** Joins the text before a removed hashtag and the text after it. Keeps the spaces of at most one side. */
function joined(before: string, after: string): string {
  if (/[\p{Ps}\p{Pi}]$/u.test(before)) return before + after.trimStart();
  return /^[\p{L}\p{N}\p{Ps}\p{Pi}"'#]/u.test(after) ? before + after : before.trimEnd() + after;
}
