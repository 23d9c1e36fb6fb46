import { detailKinds, findDetails, otherSpellings } from './details';
import type { QueryWord, SearchQuery } from './query';
import { CLOSENESS, closeness, isUnspaced, MATCH_LEAST, type Term, termsOfMessage } from './terms';

export type Match = { start: number; end: number };

/** These are the closest matches of each word or phrase of the query. */
export function findMatches(text: string, { words, similar }: SearchQuery): Match[] {
  const terms = termsOfMessage(text);
  const matches = words.flatMap((word) => {
    const found = [word, ...numberSpellings(word)].flatMap((word) =>
      word.terms.length === 1
        ? matchesOfTerm(word, terms, similar)
        : matchesOfPhrase(word, terms, similar !== undefined),
    );
    return found.length > 0 ? found : detailKinds(word, words).flatMap((kind) => findDetails(text, kind));
  });
  const merged: Match[] = [];
  for (const match of matches.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && match.start <= last.end) last.end = Math.max(last.end, match.end);
    else merged.push({ ...match });
  }
  return merged;
}

function matchesOfTerm(
  { terms: [searched = ''], quoted }: QueryWord,
  terms: Term[],
  similar?: ReadonlySet<string>,
): Match[] {
  const others = otherSpellings(searched);
  const compared = terms.map((term) => {
    const value = others.includes(term.word) ? CLOSENESS.inflection : closeness(searched, term.word);
    const least = quoted ? CLOSENESS.exact : similar?.has(term.word) ? 0 : MATCH_LEAST;
    return { term, value: value < least ? 0 : value };
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

function matchesOfPhrase(phrase: QueryWord, terms: Term[], inPart: boolean): Match[] {
  const words = terms.map((term) => term.word);
  const runsFrom = (minLength: number) =>
    terms.flatMap(({ start }, at) => {
      const length = longestRun(phrase, words, at);
      return length >= minLength ? [{ start, end: terms[at + length - 1]!.end }] : [];
    });
  const whole = runsFrom(phrase.terms.length);
  return whole.length > 0 || phrase.quoted || !inPart ? whole : runsFrom(minPartialRun(phrase));
}

export function numberSpellings({ terms: [number = '', ...others], quoted }: QueryWord): QueryWord[] {
  if (quoted || others.length > 0 || !/^\d{4,}$/.test(number)) return [];
  const thousands = number.split(/(?=(?:\d{3})+$)/);
  const phone = /^(1?)(\d{3})?(\d{3})(\d{4})$/.exec(number)?.slice(1).filter(Boolean) ?? [];
  return [thousands, phone]
    .filter((groups) => groups.length > 1)
    .map((terms) => ({ terms, quoted: true, unfinished: false }));
}

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
