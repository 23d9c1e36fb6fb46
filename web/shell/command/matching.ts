import { fold } from '../../../src/contract/terms';

/** Ranks of matches. The lowest rank is the best. */
const RANKS = { whole: 0, start: 1, wordStart: 2, part: 3 };

/**
 * Returns at most `max` items whose name contains every word of `query`, the best matches first. Equal
 * matches keep their order. The best match is the whole name, then the start of the name, then the start of a
 * word, then a part inside of a word. Ignores case and accents. Returns nothing if `query` has no word.
 */
export function bestMatches<T>(items: readonly T[], query: string, nameOf: (item: T) => string, max: number) {
  const words = wordsOf(query);
  return items
    .map((item) => ({ item, rank: rankOf(nameOf(item), words) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => a.rank! - b.rank!)
    .slice(0, max)
    .map(({ item }) => item);
}

/**
 * Returns `RANKS.whole` if the words together are the whole name. Otherwise returns the rank of the word that
 * matches worst. Returns null if a word does not match, or if there are no words.
 */
function rankOf(name: string, words: string[]): number | null {
  const folded = wordsOf(name).join(' ');
  if (words.length === 0) return null;
  if (folded === words.join(' ')) return RANKS.whole;
  const ranks = words.map((word, at) => {
    if (at === 0 && folded.startsWith(word)) return RANKS.start;
    if (` ${folded}`.includes(` ${word}`)) return RANKS.wordStart;
    return folded.includes(word) ? RANKS.part : null;
  });
  return ranks.includes(null) ? null : Math.max(...(ranks as number[]));
}

const wordsOf = (text: string) =>
  text
    .split(/[\s\-_#]+/)
    .map(fold)
    .filter(Boolean);
