import { leastRun, longestRun, type Word } from '../contract/search';
import { CLOSENESS, termsIn, termsOfMessage } from '../contract/terms';

/** How a word that was searched may be found in a row, and how much it tells. */
export type Wanted = {
  word: Word;
  /** Other words that it could mean, by closeness. */
  near: Map<string, number>;
  /** Marks of boards and people of that name. */
  called: Set<string>;
  /** Inverse document frequency: the rarer a word, the more it tells. */
  weight: number;
};

export type Candidate = { id: number; content: string; marks: string; extra: string | null };

export type Ranked = { id: number; score: number };

const NAMED = 0.7;
/** BM25's saturation, and how much the length of a message counts. */
const K1 = 1.2;
const B = 0.75;

/** Orders rows by BM25 over how near their words are to what was searched; newest first among equals. */
export function rank(wanted: Wanted[], candidates: Candidate[]): Ranked[] {
  const rows = candidates.map((row) => ({
    row,
    terms: [...termsOfMessage(row.content), ...termsIn(row.extra ?? '')].map(({ word }) => word),
  }));
  const average = rows.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(rows.length, 1) || 1;
  return rows
    .map(({ row, terms }) => {
      const saturation = K1 * (1 - B + (B * terms.length) / average);
      let score = 0;
      let found = 0;
      for (const one of wanted) {
        const { best, times } = closest(one, terms, row);
        if (best === 0) continue;
        found += 1;
        score += one.weight * best * ((times * (K1 + 1)) / (times + saturation));
      }
      // one that has everything is what was meant before one that has much of something
      return { id: row.id, score: score * (found / wanted.length) };
    })
    .sort((a, b) => b.score - a.score || b.id - a.id);
}

function closest({ word, near, called }: Wanted, terms: string[], row: Candidate) {
  let best = 0;
  let times = 0;
  const count = (closeness: number) => {
    if (closeness < best || closeness === 0) return;
    times = closeness === best ? times + 1 : 1;
    best = closeness;
  };
  if (word.terms.length === 1) {
    const [searched = ''] = word.terms;
    for (const term of terms)
      count(
        term === searched
          ? CLOSENESS.same
          : word.open && term.startsWith(searched)
            ? CLOSENESS.begins
            : (near.get(term) ?? 0),
      );
  } else
    for (let at = 0; at < terms.length; at++)
      if (terms[at] === word.terms[0] || !word.quoted) count(agreement(word, terms, at));
  if (best < NAMED && called.size > 0 && row.marks.split(' ').some((mark) => called.has(mark))) count(NAMED);
  return { best, times };
}

/** How much of what must stand together does so from here on: 1 for all of it. */
function agreement(word: Word, terms: string[], at: number): number {
  const run = longestRun(word, terms, at);
  if (run === word.terms.length) return CLOSENESS.same;
  return word.quoted || run < leastRun(word) ? 0 : (CLOSENESS.contains * run) / word.terms.length;
}
