import { longestRun, minPartialRun, type QueryWord } from '../contract/search';
import { CLOSENESS } from '../contract/terms';
import { unpackTokens } from './index/tokens';
import type { Candidate } from './matching';

/** How a word that was searched may be found in a row, and how much it tells. */
export type WordMatcher = {
  word: QueryWord;
  /** It in groups, as a number may be written. */
  grouped: QueryWord[];
  /** Other words that it could mean, by closeness. */
  near: Map<string, number>;
  /** Marks of boards and people of that name. */
  called: Set<string>;
  /** Inverse document frequency: the rarer a word, the more it tells. */
  weight: number;
};

/** `whole`: it has every word in some form. */
export type RankedMessage = { id: number; score: number; whole: boolean };

const NAMED = 0.5;
/** BM25's saturation, and how much the length of a message counts. */
const K1 = 1.2;
const B = 0.75;
/** With something between its parts, such as a comma, it counts for less. */
const APART = 0.5;

/** Orders rows by how near their words are to what was searched; among equals by BM25, and then the newest first. */
export function rank(wanted: WordMatcher[], candidates: Candidate[]): RankedMessage[] {
  const lengthOf = ({ content, linkText }: Candidate) => content.length + (linkText?.length ?? 0);
  const average = candidates.reduce((sum, row) => sum + lengthOf(row), 0) / candidates.length;
  return candidates
    .map((row) => {
      const saturation = K1 * (1 - B + (B * lengthOf(row)) / average);
      let nearness = 0;
      let bm25 = 0;
      let found = 0;
      for (const one of wanted) {
        const { best, times } = closest(one, row);
        if (best === 0) continue;
        found += 1;
        nearness += one.weight * best;
        bm25 += one.weight * best * ((times * (K1 + 1)) / (times + saturation));
      }
      // one that has everything is what was meant before one that has much of something
      return {
        id: row.id,
        score: nearness * (found / wanted.length),
        bm25,
        at: row.createdAt,
        whole: found === wanted.length,
      };
    })
    .sort((a, b) => b.score - a.score || b.bm25 - a.bm25 || b.at - a.at || b.id - a.id);
}

/** The nearest that a row has for a word, and how often. */
function closest({ word, grouped, near, called }: WordMatcher, { terms, words, tokens }: Candidate) {
  let best = 0;
  let times = 0;
  const count = (closeness: number, time = 1) => {
    if (closeness < best || closeness === 0) return;
    times = closeness === best ? times + time : time;
    best = closeness;
  };
  const [searched = ''] = word.terms;
  if (word.terms.length === 1)
    for (const one of words) {
      if (one === searched) count(CLOSENESS.exact);
      else count(near.get(one) ?? (word.unfinished && one.startsWith(searched) ? CLOSENESS.prefix : 0));
    }
  else
    for (let at = 0; at < words.length; at++) {
      const run = longestRun(word, words, at);
      if (run === word.terms.length) {
        const apart = terms[at + run - 1]!.end - terms[at]!.start > word.terms.join('').length;
        count(CLOSENESS.exact, apart ? APART : 1);
      } else if (!word.quoted && run >= minPartialRun(word))
        count((CLOSENESS.substring * run) / word.terms.length);
    }
  for (const number of grouped)
    for (let at = 0; at < words.length; at++)
      if (longestRun(number, words, at) === number.terms.length) count(CLOSENESS.inflection);
  if (best < NAMED && called.size > 0 && unpackTokens(tokens).some((token) => called.has(token)))
    count(NAMED);
  return { best, times };
}
