import { findHashtags } from './hashtags';

/**
 * How text becomes the words that search knows, and how near two words are. The index, the query, the ranking
 * and the highlights in the browser all come through here, so that they cannot disagree. A change of what a
 * text's words are must raise `INDEX_VERSION` in `src/search/index/indexing.ts`.
 */

/** A folded word and where it stands in the text as written. */
export type Term = { word: string; start: number; end: number };

const TERM_MAX = 64;

/**
 * The scheme of an address says nothing; a word may have soft hyphens in it and a short ending behind an
 * apostrophe; a picture is a word, and so is a flag.
 */
const RUN =
  /https?:\/\/(?:www\.)?|([\p{L}\p{M}\p{N}\u00ad]+(?:['’]\p{L}{1,2}(?![\p{L}\p{M}\p{N}]))?)|(\p{Extended_Pictographic}|\p{RI}{2})/giu;

/** Scripts that write without spaces, or glue endings on: each character is a word, and what is typed a phrase. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** One of those may be written in pieces: a syllable in its letters, a kana with its voice mark behind it. */
const CHARACTER = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|.[\u3099\u309a\uff9e\uff9f]?/gsu;

/** With the stroke that lengthens an Arabic word in its line. */
const DIACRITICS = /[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};

/** Case, width, diacritics and apostrophes do not tell words apart. */
export function fold(text: string): string {
  if (/^[a-z0-9]*$/.test(text)) return text;
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(DIACRITICS, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '') // apostrophes, and the signs that ⑴ or ﷺ are made of
    .replace(/[ßæœøđðþłħıς]/g, (letter) => LETTERS[letter] ?? letter);
}

/** The words of a text in the order they stand. */
export function termsIn(text: string): Term[] {
  const terms: Term[] = [];
  for (const { 0: run, 1: word, 2: picture, index } of text.matchAll(RUN)) {
    if (picture) terms.push({ word: picture, start: index, end: index + run.length });
    if (!word) continue;
    if (/^[\x00-\x7f]+$/.test(word) || !UNSPACED.test(word)) add(word, index);
    else {
      let spaced = ''; // what stands before the next character that is a word by itself
      let at = index;
      for (const [character] of word.matchAll(CHARACTER)) {
        if (UNSPACED.test(character)) {
          if (spaced) add(spaced, at - spaced.length);
          add(character, at);
          spaced = '';
        } else spaced += character;
        at += character.length;
      }
      if (spaced) add(spaced, at - spaced.length);
    }
  }
  return terms;

  function add(run: string, start: number) {
    const word = fold(run).slice(0, TERM_MAX);
    if (word) terms.push({ word, start, end: start + run.length });
  }
}

/** The words of a message. Its hashtags are no words of it: they are found through the searcher's own tags (design 10). */
export function termsOfMessage(content: string): Term[] {
  const hashtags = content.includes('#') ? findHashtags(content) : [];
  if (hashtags.length === 0) return termsIn(content);
  let blanked = '';
  let at = 0;
  for (const { start, end } of hashtags) {
    blanked += content.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return termsIn(blanked + content.slice(at));
}

export const isUnspaced = (word: string) => word.charCodeAt(0) > 0x7f && UNSPACED.test(word);

/** Two words that the index keeps as a pair too, where one follows the other: it does not know where words stand. */
export const isPair = (word: string, next: string | undefined): next is string =>
  next !== undefined && isUnspaced(word) && isUnspaced(next);

/** How much a word of a text counts for a word that was searched. In this order results stand. */
export const CLOSENESS = {
  exact: 1,
  inflection: 0.8,
  prefix: 0.6,
  substring: 0.6,
  /** Another form, which lacks some of what was typed. */
  sameStem: 0.4,
  /** So short a part that it may be there by chance. */
  shortSubstring: 0.3,
  oneTypo: 0.25,
  twoTypos: 0.12,
} as const;

/** So many letters do not stand in a row by chance. */
const TELLING_PART = 5;

/** How near a word of a text is to one that was searched, which may have `slips`: 1 is the same, 0 has nothing to do with it. */
export function closeness(searched: string, found: string, slips = typosAllowed(searched)): number {
  if (searched === found) return CLOSENESS.exact;
  if (isUnspaced(searched) || isUnspaced(found)) return 0;
  const related = searched.startsWith(found.slice(0, 2)) && stem(searched) === stem(found);
  if (found.length > searched.length) {
    if (found.startsWith(searched)) return related ? CLOSENESS.inflection : CLOSENESS.prefix;
    if (searched.length > 1 && found.includes(searched)) {
      if (searched.length >= TELLING_PART) return CLOSENESS.substring;
      if (!related) return CLOSENESS.shortSubstring;
    }
  }
  if (related) return CLOSENESS.sameStem;
  if (slips === 0) return 0;
  const made = editDistance(searched, found, slips);
  return made > slips ? 0 : made === 1 ? CLOSENESS.oneTypo : CLOSENESS.twoTypos;
}

/** One slip in short words, two in long; none in what is hardly a word, or a number. */
export function typosAllowed(word: string): number {
  if (word.length < 3 || /^\d+$/.test(word)) return 0;
  return word.length < 7 ? 1 : 2;
}

/** Letters left out, put in, exchanged or swapped with their neighbour; counted no further than `most` + 1. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let slips = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        slips = Math.min(slips, beforeLast[j - 2]! + 1);
      row.push(slips);
      if (slips < least) least = slips;
    }
    if (least > most) return most + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

const stems = new Map<string, string>();

/** What the inflections of an English word have in common; any other word is its own. */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size > 20_000) stems.clear();
  const found = cutEnding(word);
  stems.set(word, found);
  return found;
}

function cutEnding(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const cut = word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=[a-z]{3})(?:ings?|edly|ed|ers?|ly|es|(?<!s)s)$|(?<=[a-z]{2}[^s])s$/, '');
  return cut
    .replace(/(?<=[a-z]{2})([^aeiouls])\1$/, '$1')
    .replace(/(?<=[a-z]{2})e$/, '')
    .replace(/y$/, 'i');
}
