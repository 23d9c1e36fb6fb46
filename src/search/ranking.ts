import { setImmediate as nextTurn } from 'node:timers/promises';
import { longestRun, minPartialRun } from '../contract/matches';
import type { QueryWord } from '../contract/query';
import { CLOSENESS, isPair, MATCH_LEAST, type Term } from '../contract/terms';
import { unpackTokens } from './index/tokens';
import { Work } from './index/work';
import type { Candidate } from './matching';

export type WordMatcher = {
  word: QueryWord;
  numberSpellings: QueryWord[];
  similar: Map<string, number>;
  nameTokens: Set<string>;
  /** Inverse document frequency: a word that fewer messages contain counts more. */
  weight: number;
};

/**
 * `share` is its score divided by the score of a message that has all words in exactly this form, and `words`
 * are those of its words that are only similar to a searched word.
 */
export type SimilarMatch = { id: number; share: number; words: string[] };
export type SimilarMatches = {
  complete: SimilarMatch[];
  partial: SimilarMatch[];
  /** Wanted only if there is nothing else. */
  lastResort: SimilarMatch[];
};
/** `asTyped` is the number of messages that have the words themselves, or a beginning where one is typed. */
export type WordMatches = { matches: number[]; asTyped: number; similar: SimilarMatches };

/**
 * A message with its score. `least` is the least closeness of a word of the query: 0 if the message lacks a
 * word, and MATCH_LEAST or more if the message is a match.
 */
export type RankedMessage = { id: number; score: number; least: number; words: string[] };

/** The name counts only if nothing in the message is closer. */
const NAME = 0.5;
/** Parameter k1 of BM25: the higher it is, the more each further occurrence of a word counts. */
const K1 = 1.2;
/** Parameter b of BM25, from 0 to 1: how much the length of a message counts. */
const B = 0.75;
/**
 * A phrase counts as this share of an occurrence if more than one character stands between two of its terms
 * in the message.
 */
const SEPARATED = 0.5;

const COMPARISON = 20;

/** Messages with equal scores are ordered by BM25, then newest first. */
export async function rank(matchers: WordMatcher[], candidates: Candidate[]): Promise<RankedMessage[]> {
  const lengthOf = ({ content, attachedText }: Candidate) => content.length + (attachedText?.length ?? 0);
  const average = candidates.reduce((sum, candidate) => sum + lengthOf(candidate), 0) / candidates.length;
  const work = new Work();
  const ranked: (RankedMessage & { bm25: number; createdAt: number })[] = [];
  for (const candidate of candidates) {
    const saturation = K1 * (1 - B + (B * lengthOf(candidate)) / average);
    let score = 0;
    let bm25 = 0;
    let found = 0;
    let least = 1;
    for (const matcher of matchers) {
      const { closeness, times } = bestMatch(matcher, candidate);
      least = Math.min(least, closeness);
      if (closeness === 0) continue;
      found += 1;
      score += matcher.weight * closeness;
      bm25 += matcher.weight * closeness * ((times * (K1 + 1)) / (times + saturation));
    }
    const isSimilar = (word: string) =>
      matchers.some(({ similar }) => (similar.get(word) ?? 1) < MATCH_LEAST);
    ranked.push({
      id: candidate.id,
      words: [...new Set(candidate.words.filter(isSimilar))],
      score: score * (found / matchers.length), // favours messages with more of the words
      bm25,
      createdAt: candidate.createdAt,
      least,
    });
    if (work.spend(candidate.words.length * matchers.length * COMPARISON)) await nextTurn();
  }
  return ranked.sort(
    (a, b) => b.score - a.score || b.bm25 - a.bm25 || b.createdAt - a.createdAt || b.id - a.id,
  );
}

function bestMatch(
  { word, numberSpellings, similar, nameTokens }: WordMatcher,
  { terms, words, tokens }: Candidate,
): { closeness: number; times: number } {
  let best = 0;
  let times = 0;
  const count = (closeness: number, occurrences = 1) => {
    if (closeness < best || closeness === 0) return;
    times = closeness === best ? times + occurrences : occurrences;
    best = closeness;
  };
  const [searched = ''] = word.terms;
  if (word.terms.length === 1)
    for (const other of words) {
      if (other === searched) count(CLOSENESS.exact);
      else
        count(similar.get(other) ?? (word.unfinished && other.startsWith(searched) ? CLOSENESS.prefix : 0));
    }
  else
    for (let at = 0; at < words.length; at++) {
      const run = longestRun(word, words, at);
      if (run === word.terms.length) {
        count(CLOSENESS.exact, areNeighbours(terms.slice(at, at + run)) ? 1 : SEPARATED);
      } else if (!word.quoted && run >= minPartialRun(word)) count((MATCH_LEAST * run) / word.terms.length);
    }
  for (const spelling of numberSpellings)
    for (let at = 0; at < words.length; at++)
      if (longestRun(spelling, words, at) === spelling.terms.length) count(CLOSENESS.inflection);
  if (best < NAME && nameTokens.size > 0 && unpackTokens(tokens).some((token) => nameTokens.has(token)))
    count(NAME);
  return { closeness: best, times };
}

const areNeighbours = (terms: Term[]): boolean =>
  terms.every(({ word, end }, at) => {
    const next = terms[at + 1];
    return !next || next.start - end <= (isPair(word, next.word) ? 0 : 1);
  });
