import type { QueryWord, SearchQuery } from './query';
import { CLOSENESS, closeness, isUnspaced, type Term, termsOfMessage } from './terms';

/** A range of a text that matches a query. */
export type Match = { start: number; end: number };

/**
 * Returns the ranges of a text to highlight, in order and without overlaps. These are the closest matches of
 * each word or phrase of the query. An unquoted word is also highlighted within longer words. A number is
 * also highlighted in its other spellings.
 */
export function findMatches(text: string, { words }: SearchQuery): Match[] {
  const terms = termsOfMessage(text);
  const matches = words
    .flatMap((word) => [word, ...numberSpellings(word)])
    .flatMap((word) => (word.terms.length === 1 ? matchesOfTerm(word, terms) : matchesOfPhrase(word, terms)));
  const merged: Match[] = [];
  for (const match of matches.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && match.start <= last.end) last.end = Math.max(last.end, match.end);
    else merged.push({ ...match });
  }
  return merged;
}

function matchesOfTerm({ terms: [searched = ''], quoted }: QueryWord, terms: Term[]): Match[] {
  const compared = terms.map((term) => {
    const value = closeness(searched, term.word);
    return { term, value: quoted && value < CLOSENESS.exact ? 0 : value };
  });
  const best = Math.max(...compared.map(({ value }) => value), 0);
  return compared
    .filter(({ value }) => value > 0 && (value === best || value >= CLOSENESS.substring))
    .map(({ term: { word, start, end } }) => {
      const at = word.indexOf(searched);
      // a part of a word can be highlighted only if normalising has not changed the length of the word
      return at < 0 || end - start !== word.length || isUnspaced(word)
        ? { start, end }
        : { start: start + at, end: start + at + searched.length };
    });
}

function matchesOfPhrase(phrase: QueryWord, terms: Term[]): Match[] {
  const words = terms.map((term) => term.word);
  const runsFrom = (minLength: number) =>
    terms.flatMap(({ start }, at) => {
      const length = longestRun(phrase, words, at);
      return length >= minLength ? [{ start, end: terms[at + length - 1]!.end }] : [];
    });
  const whole = runsFrom(phrase.terms.length);
  return whole.length > 0 || phrase.quoted ? whole : runsFrom(minPartialRun(phrase));
}

/**
 * Returns other spellings of a number of at least four digits as quoted phrases: 1,200 for 1200;
 * 5,550,109,999 and (555) 010-9999 for 5550109999. Returns none for other words.
 */
export function numberSpellings({ terms: [number = '', ...others], quoted }: QueryWord): QueryWord[] {
  if (quoted || others.length > 0 || !/^\d{4,}$/.test(number)) return [];
  const thousands = number.split(/(?=(?:\d{3})+$)/);
  const phone = /^(1?)(\d{3})?(\d{3})(\d{4})$/.exec(number)?.slice(1).filter(Boolean) ?? [];
  return [thousands, phone]
    .filter((groups) => groups.length > 1)
    .map((terms) => ({ terms, quoted: true, unfinished: false }));
}

/**
 * Returns how many terms of a phrase follow one another in `words` from index `at` on. Unless the phrase is
 * quoted, its first terms may be missing in `words`. If the phrase is unfinished, its last term may be only
 * the beginning of a word in `words`.
 */
export function longestRun({ terms, quoted, unfinished }: QueryWord, words: string[], at: number): number {
  let longest = 0;
  for (let from = 0; from < (quoted ? 1 : terms.length); from++) {
    let run = 0;
    while (from + run < terms.length && words[at + run] === terms[from + run]) run++;
    const isLast = from + run === terms.length - 1;
    if (unfinished && isLast && words[at + run]?.startsWith(terms.at(-1)!)) run++;
    longest = Math.max(longest, run);
  }
  return longest;
}

/**
 * Returns how many successive terms of an unquoted phrase must match at least, if the phrase matches nowhere
 * as a whole.
 */
export const minPartialRun = ({ terms }: QueryWord) => Math.min(2, terms.length - 1);
