import { countSegments } from './segments';

const ANSWER_SEGMENTS = 2;

export const fitsAnswer = (text: string): boolean => countSegments(text) <= ANSWER_SEGMENTS;

/** Made once, because making it takes longer than cutting a text. */
let graphemes: Intl.Segmenter | undefined;
/** Matches two neighbouring characters that a text can always be cut between. */
const PLAIN_PAIR = /^[ -~]{2}$/;

/** Does not cut an emoji, or a letter with marks, in two. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, startOfCharacter(text, max));
  const atWord = /\s/.test(text.charAt(cut.length)) ? cut : cut.replace(/\s+\S*$/, '');
  // a text without spaces, such as a Chinese one, is cut anywhere
  return `${(atWord.length > max / 3 ? atWord : cut).trimEnd()}...`;
}

function startOfCharacter(text: string, index: number): number {
  if (PLAIN_PAIR.test(text.slice(index - 1, index + 1))) return index;
  graphemes ??= new Intl.Segmenter();
  return graphemes.segment(text).containing(index)?.index ?? index;
}

/**
 * Finds the largest `room` between `least` and `most` for which `build(room)` is short enough for an answer.
 */
export function fitAnswer(least: number, most: number, build: (room: number) => string): string | null {
  const longest = build(most);
  if (fitsAnswer(longest)) return longest;
  let fitting = build(least);
  if (!fitsAnswer(fitting)) return null;
  let [low, high] = [least, most];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const text = build(middle);
    if (fitsAnswer(text)) [fitting, low] = [text, middle];
    else high = middle;
  }
  return fitting;
}
