import { findHashtags, mayHaveHashtags } from './hashtags';

/**
 * The index, the query, the ranking and the highlighting in the browser use this file, so that they agree. If
 * a change here gives other terms for the same text, raise `INDEX_VERSION` in `src/search/index/indexing.ts`.
 */

export type Term = { word: string; start: number; end: number };

const WORD_MAX = 64;

/**
 * Matches one of three things: the start of an address (`https://` or `https://www.`), which gives no term; a
 * word; a pictograph or a flag.
 */
const RUN =
  /https?:\/\/(?:www\.)?|([\p{L}\p{M}\p{N}\u00ad]+(?:['’]\p{L}{1,2}(?![\p{L}\p{M}\p{N}]))?)|(\p{Extended_Pictographic}|\p{RI}{2})/giu;

/** Matches characters of scripts that write no spaces between words, or that join endings to words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/**
 * Matches one character, even if it is written as several code points: a Hangul syllable that is written as
 * separate letters, or a kana with its mark.
 */
const CHARACTER = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|.[\u3099\u309a\uff9e\uff9f]?/gsu;

/** Matches marks that are removed from letters, and U+0640, which only lengthens an Arabic word. */
const DIACRITICS = /[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;

/** Letters that Unicode does not decompose, and their usual replacements. */
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

export function termsOfMessage(content: string): Term[] {
  if (!mayHaveHashtags(content)) return termsIn(content);
  let withoutHashtags = '';
  let at = 0;
  for (const { start, end } of findHashtags(content)) {
    // each hashtag is replaced by spaces, so that the other terms keep their ranges
    withoutHashtags += content.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return termsIn(withoutHashtags + content.slice(at));
}

export function termsIn(text: string): Term[] {
  const terms: Term[] = [];
  for (const { 0: run, 1: word, 2: pictograph, index } of text.matchAll(RUN)) {
    if (pictograph) terms.push({ word: pictograph, start: index, end: index + run.length });
    else if (word && !UNSPACED.test(word)) add(word, index);
    else if (word) {
      let spaced = ''; // letters of other scripts since the last unspaced character
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
    const word = fold(run).slice(0, WORD_MAX);
    if (word) terms.push({ word, start, end: start + run.length });
  }
}

export function fold(text: string): string {
  // most words return here, so that splitting a text takes 4 µs instead of 7 µs
  if (/^[a-z0-9]*$/.test(text)) return text;
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(DIACRITICS, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '') // removes apostrophes, and signs from the decomposition of ⑴ or ﷺ
    .replace(/[ßæœøđðþłħıς]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Returns false for a word that begins with an ASCII character, such as 1月, the folded form of ㋀. */
export const isUnspaced = (word: string) => word.charCodeAt(0) > 0x7f && UNSPACED.test(word);

/**
 * This is done for scripts in which each character is a term. The index stores no positions, so without such
 * pairs a search would look only for the two characters, which are far more frequent than the pair.
 */
export const isPair = (word: string, next: string | undefined): next is string =>
  next !== undefined && isUnspaced(word) && isUnspaced(next);

export const CLOSENESS = {
  exact: 1,
  /** The found word is the searched word with an ending: "lanterns" for "lantern". */
  inflection: 0.8,
  prefix: 0.6,
  substring: 0.6,
  /**
   * The found word is another form, which does not contain the whole searched word: "lantern" for "lanterns".
   */
  sameStem: 0.4,
  /** The searched word is so short that it may be in the found word by chance. */
  shortSubstring: 0.3,
  oneTypo: 0.25,
  twoTypos: 0.12,
} as const;

/** What is less close is only similar: a typo, or a part of a word that may be there by chance. */
export const MATCH_LEAST = CLOSENESS.sameStem;

/** So many other words differ from a word of four letters by one that it is rarely a typo of them. */
export const isShort = (word: string) => word.length <= 4;

/** A substring that is probably not in a word by chance: five letters, or a part of a code such as XK4471B. */
const isLongPart = (word: string) => word.length >= (/\d/.test(word) ? 4 : 5);

export function closeness(searched: string, found: string, typos = typosAllowed(searched)): number {
  if (searched === found) return CLOSENESS.exact;
  if (isUnspaced(searched) || isUnspaced(found)) return 0;
  const related = searched.startsWith(found.slice(0, 2)) && stem(searched) === stem(found);
  if (found.length > searched.length) {
    if (found.startsWith(searched)) return related ? CLOSENESS.inflection : CLOSENESS.prefix;
    if (searched.length > 1 && found.includes(searched)) {
      if (isLongPart(searched)) return CLOSENESS.substring;
      if (!related) return CLOSENESS.shortSubstring;
    }
  }
  if (related) return CLOSENESS.sameStem;
  if (typos === 0) return 0;
  const distance = editDistance(searched, found, typos);
  if (distance > typos) return 0;
  return distance === 1 ? CLOSENESS.oneTypo : CLOSENESS.twoTypos;
}

export function typosAllowed(word: string): number {
  if (word.length < 3 || /^\d+$/.test(word)) return 0;
  return word.length < 7 ? 1 : 2;
}

/** Returns `most` + 1 for any distance above `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let rowBeforeLast: number[] = [];
  let lastRow = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let distance = Math.min(lastRow[j]! + 1, row[j - 1]! + 1, lastRow[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        distance = Math.min(distance, rowBeforeLast[j - 2]! + 1);
      row.push(distance);
      least = Math.min(least, distance);
    }
    if (least > most) return most + 1;
    rowBeforeLast = lastRow;
    lastRow = row;
  }
  return lastRow[b.length]!;
}

export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  return word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=[a-z]{3})(?:ings?|edly|ed|ers?|ly|es|(?<!s)s)$|(?<=[a-z]{2}[^s])s$/, '')
    .replace(/(?<=[a-z]{2})([^aeiouls])\1$/, '$1')
    .replace(/(?<=[a-z]{2})e$/, '')
    .replace(/y$/, 'i');
}
