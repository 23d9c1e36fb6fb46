import { fold } from '../../../src/contract/terms';

const RANKS = { whole: 0, start: 1, wordStart: 2, part: 3 };

export function bestMatches<T>(items: readonly T[], query: string, nameOf: (item: T) => string, max: number) {
  const words = wordsOf(query);
  return items
    .map((item) => ({ item, rank: rankOf(nameOf(item), words) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => a.rank! - b.rank!)
    .slice(0, max)
    .map(({ item }) => item);
}

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
