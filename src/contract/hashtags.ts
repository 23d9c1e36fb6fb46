import { BOARD_NAME_MAX } from './limits';
import { findLinks, type Link } from './links';

/** It is the same for texts, for the web app, for the API and for renaming. */

/**
 * Matches one hashtag, or several without space between them (`#food#trip`), unless a letter or digit stands
 * directly before.
 */
const HASHTAGS = /(?=#)(?<![\p{L}\p{N}](?:(?![\p{VS}\p{Me}])\p{M})*)(?:#[\p{L}\p{M}\p{N}\p{Join_C}_-]+)+/gu;

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
  if (!text.includes('#')) return [];
  const found: Hashtag[] = [];
  let links: Link[] | null = null;
  let at = 0; // of the first link that does not end before the hashtag
  for (const { 0: run, index } of text.matchAll(HASHTAGS)) {
    // only a hashtag directly after another character can be in a link; most texts have no such hashtag
    if (/\S/.test(text[index - 1] ?? ' ')) links ??= findLinks(text);
    while (links?.[at] && links[at]!.start + links[at]!.text.length <= index) at += 1;
    if (links?.[at] && links[at]!.start <= index) continue;
    for (const match of run.matchAll(/#[^#]+/g)) {
      const tag = hashtagSlug(match[0].slice(1));
      const start = index + match.index;
      if (tag) found.push({ slug: tag, start, end: start + match[0].length });
    }
  }
  return found;
}

export function hashtagsIn(text: string): string[] {
  return [...new Set(findHashtags(text).map((hashtag) => hashtag.slug))];
}

/**
 * Also removes needless spaces around the removed hashtags (`a #b, c` becomes `a, c`), and lines that become
 * empty.
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

function joined(before: string, after: string): string {
  if (/[\p{Ps}\p{Pi}]$/u.test(before)) return before + after.trimStart();
  return /^[\p{L}\p{N}\p{Ps}\p{Pi}"'#]/u.test(after) ? before + after : before.trimEnd() + after;
}
