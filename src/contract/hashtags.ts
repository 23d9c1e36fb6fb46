import { BOARD_NAME_MAX } from './limits';

/**
 * The one grammar of hashtags and board names (design 5). Texts, the web, REST and rename all come through
 * here: parsers that are written twice drift apart.
 */

/**
 * A link is matched first, so that the fragment of an address is never taken for a hashtag. The two joiners stand
 * within words of Persian and Sinhala.
 */
const LINK_OR_HASHTAG = /(?:https?:\/\/|www\.)\S+|(?<=^|[\s\p{Ps}])#([\p{L}\p{M}\p{N}\p{Join_C}_-]+)/giu;

export type Hashtag = { slug: string; start: number; end: number };

/**
 * Normalises a board name: NFKC, lower case, letters, marks, digits and hyphens of any script; white space
 * becomes one hyphen (spec 5). May be empty; never cuts. Idempotent.
 */
export function slug(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s-]|[\p{VS}\p{Me}]/gu, '') // also the invisible rest of ✈️, and the key around 1️⃣
    .normalize('NFKC') // what was apart may now compose
    .trim()
    .replace(/[\s-]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** The slug of something typed as a hashtag: cut to the longest allowed name, where a name would be refused. */
export function hashtagSlug(tag: string): string {
  const whole = slug(tag);
  const points = [...whole];
  return points.length <= BOARD_NAME_MAX ? whole : slug(points.slice(0, BOARD_NAME_MAX).join(''));
}

/** The name itself, then `name-2`, `name-3`, ... for who has it already (design 5). A long name is cut to make room for the number. */
export function* tagCandidates(name: string): Generator<string, never> {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    yield slug([...name].slice(0, BOARD_NAME_MAX - suffix.length).join('') + suffix);
  }
}

/** The hashtags of a text in the order they stand, repeated ones included. */
export function findHashtags(text: string): Hashtag[] {
  const found: Hashtag[] = [];
  for (const match of text.matchAll(LINK_OR_HASHTAG)) {
    const tag = match[1] === undefined ? '' : hashtagSlug(match[1]);
    if (tag) found.push({ slug: tag, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** The distinct slugs of a text's hashtags, in the order they first stand. */
export function hashtagsIn(text: string): string[] {
  return [...new Set(findHashtags(text).map((hashtag) => hashtag.slug))];
}

/** The text without those hashtags that `leaves` names (all, by default), the gaps closed and lines that held nothing else gone. */
export function withoutHashtags(text: string, leaves: (slug: string) => boolean = () => true): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const leaving = findHashtags(line).filter((hashtag) => leaves(hashtag.slug));
      if (leaving.length === 0) return [line];
      const rest = leaving.reduceRight(
        (rest, { start, end }) => rest.slice(0, start).trimEnd() + rest.slice(end),
        line,
      );
      return rest.trim() ? [rest.trim()] : [];
    })
    .join('\n')
    .trim();
}
