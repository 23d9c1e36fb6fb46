import { BOARD_NAME_MAX, DEFAULT_TAG } from './limits';
import { findLinks } from './links';

/** It is the same for texts, for the web app, for the API and for renaming. */

/** A letter that is a word of its own, such as that of `C#minor`; neither that of `it's#x` nor that of 1️⃣. */
const LONE_LETTER = String.raw`(?<![\p{L}\p{M}\p{N}_'’])\p{L}(?:(?![\p{VS}\p{Me}])\p{M})*`;
const ENTITY = String.raw`(?<=&)#(?:\d{1,7}|[xX][\da-fA-F]{1,6});`;

/** Matches one hashtag, or several without space between them (`#food#trip`). */
const HASHTAGS = /* @__PURE__ */ new RegExp(
  `(?=[#＃])(?<!${LONE_LETTER})(?!${ENTITY})(?:[#＃][\\p{L}\\p{M}\\p{N}\\p{Join_C}_-]+)+`,
  'gu',
);

const MARKDOWN_LINK = /\[[^[\]\n]*\]\([^()\s]*\)/g;

export const mayHaveHashtags = (text: string): boolean => text.includes('#') || text.includes('＃');

const PLAIN_SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** A hashtag in a text. `start` and `end` are UTF-16 offsets. */
export type Hashtag = { slug: string; start: number; end: number };

/** Replaces white space and hyphens between kept characters by one hyphen. */
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

export function hashtagSlug(tag: string): string {
  const whole = slug(tag);
  if (whole.length <= BOARD_NAME_MAX) return whole;
  const points = [...whole];
  return points.length <= BOARD_NAME_MAX ? whole : slug(points.slice(0, BOARD_NAME_MAX).join(''));
}

export function* tagCandidates(name: string): Generator<string, never> {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    yield slug([...name].slice(0, BOARD_NAME_MAX - suffix.length).join('') + suffix);
  }
}

/** A # in a link, such as its fragment, does not begin a hashtag. */
export function findHashtags(text: string): Hashtag[] {
  if (!mayHaveHashtags(text)) return [];
  const found: Hashtag[] = [];
  let links: Place[] | null = text.includes('](') ? findPlaces(text) : null;
  let at = 0; // of the first link that does not end before the hashtag
  for (const { 0: run, index } of text.matchAll(HASHTAGS)) {
    // outside of Markdown, only a hashtag directly after another character can be in a link; most texts have no
    // such hashtag
    if (/\S/.test(text[index - 1] ?? ' ')) links ??= findPlaces(text);
    while (links?.[at] && links[at]!.end <= index) at += 1;
    if (links?.[at] && links[at]!.start <= index) continue;
    for (const match of run.matchAll(/[#＃][^#＃]+/g)) {
      const tag = hashtagSlug(match[0].slice(1));
      const start = index + match.index;
      if (tag) found.push({ slug: tag, start, end: start + match[0].length });
    }
  }
  return found;
}

type Place = { start: number; end: number };

function findPlaces(text: string): Place[] {
  const places = findLinks(text).map(({ start, text }) => ({ start, end: start + text.length }));
  for (const { 0: link, index } of text.matchAll(MARKDOWN_LINK))
    places.push({ start: index, end: index + link.length });
  return places.sort((a, b) => a.start - b.start);
}

/** Puts a space after each # that would begin a hashtag. */
export const untagged = (text: string): string =>
  findHashtags(text).reduceRight(
    (rest, { start }) => `${rest.slice(0, start + 1)} ${rest.slice(start + 1)}`,
    text,
  );

export function hashtagsIn(text: string): string[] {
  return [...new Set(findHashtags(text).map((hashtag) => hashtag.slug))];
}

/** Leaves out `uncategorized` once an edit has brought another tag. What is brought stands after what was there. */
export const withoutDefaultTag = (tags: string[], before: readonly string[]): string[] =>
  before.includes(DEFAULT_TAG) && tags.some((tag) => !before.includes(tag))
    ? tags.filter((_, position) => position !== tags.indexOf(DEFAULT_TAG))
    : tags;

/**
 * Also removes needless spaces around the removed hashtags (`a #b, c` becomes `a, c`), and lines that become
 * empty.
 */
export function withoutHashtags(text: string, isRemoved: (slug: string) => boolean = () => true): string {
  if (!mayHaveHashtags(text)) return text.trim();
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

function joined(before: string, after: string): string {
  if (/[\p{Ps}\p{Pi}]$/u.test(before)) return before + after.trimStart();
  return /^[\p{L}\p{N}\p{Ps}\p{Pi}"'#＃]/u.test(after) ? before + after : before.trimEnd() + after;
}
