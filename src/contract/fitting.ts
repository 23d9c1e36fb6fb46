import { countSegments } from './segments';

/** Maximum number of SMS segments of our answer to a texted command (docs/product.md: Commands by text). */
const ANSWER_SEGMENTS = 2;

/** Returns whether a text is short enough for an answer by SMS. */
export const fitsAnswer = (text: string): boolean => countSegments(text) <= ANSWER_SEGMENTS;

/** Made once, because making it takes longer than cutting a text. */
let graphemes: Intl.Segmenter | undefined;

/**
 * Cuts a text after a word, so that at most `max` characters are left, and adds three dots. Does not cut an
 * emoji, or a letter with marks, in two. Returns a text of at most `max` characters unchanged.
 */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  graphemes ??= new Intl.Segmenter();
  const cut = text.slice(0, graphemes.segment(text).containing(max)?.index);
  const atWord = /\s/.test(text.charAt(cut.length)) ? cut : cut.replace(/\s+\S*$/, '');
  // a text without spaces, such as a Chinese one, is cut anywhere
  return `${(atWord.length > max / 3 ? atWord : cut).trimEnd()}...`;
}

/**
 * Finds the largest `room` between `least` and `most` for which `build(room)` is short enough for an answer.
 * Returns that text, or null if even `build(least)` is too long.
 */
export function fitAnswer(least: number, most: number, build: (room: number) => string): string | null {
  let fitting = build(least);
  if (!fitsAnswer(fitting)) return null;
  let [low, high] = [least, most + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const text = build(middle);
    if (fitsAnswer(text)) [fitting, low] = [text, middle];
    else high = middle;
  }
  return fitting;
}
