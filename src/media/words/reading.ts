import { PHOTO_WORDS_MAX } from '../../contract/limits';
import type { PhotoWords, PhotoWordsLine } from '../../contract/media';
import { type Grey, turn, turnBack } from './grey';
import { findSlant } from './slant';
import type { Engine, RawWord } from './tesseract';

/** Least certainty of a word that is kept, from 0 to 100, as Tesseract tells it. */
const SURE = 50;
/** Average certainty of the words from which a picture is not tried again in another way. */
const SURE_OF_ALL = 80;
/** Number of words below which a picture is tried again, though Tesseract is sure of them. */
const WORDS_ENOUGH = 3;
/** Milliseconds of the processor for a picture: a way that may exceed them is not begun, or is cut short. */
const CPU_MS = 2_000;
const WORD_CHARACTERS_MAX = 50;
/** Matches words with a letter or a digit. The others are specks and lines. */
const READABLE = /[\p{L}\p{N}]/u;

/** Difference between neighbouring pixels that counts as an edge of a letter, of 255. */
const EDGE = 40;
/**
 * Number of edges of letters after which the rest of a picture is left out. To find the lines of more letters
 * would take more than the time for a picture.
 */
const EDGES_MAX = 500_000;

/** One way to read a picture: turned clockwise by `degrees`. */
type Way = { degrees: number; adaptive: boolean };
type Attempt = {
  way: Way;
  turned: Grey;
  words: RawWord[];
  /** True if nothing like a word was found. */
  isEmpty: boolean;
  isSure: boolean;
  score: number;
};

/**
 * Reads the words in a picture. A picture whose lines are slanted is straightened first. If few words are
 * found, or not surely, the picture is read in other ways as long as there is time, and the best is taken.
 * `cpuMs` returns the milliseconds of the processor that this picture has taken so far.
 */
export function readPicture(engine: Engine, picture: Grey, cpuMs: () => number): PhotoWords {
  const isLate = () => cpuMs() > CPU_MS;
  const seen = withoutTooManyLetters(picture);
  const slant = findSlant(seen);
  let best = attemptTo(engine, seen, { degrees: -slant, adaptive: false }, isLate);
  let longest = cpuMs();
  for (const way of otherWays(slant, best)) {
    const begun = cpuMs();
    if (best.isSure || begun + longest > CPU_MS) break;
    const attempt = attemptTo(engine, seen, way, isLate);
    longest = Math.max(longest, cpuMs() - begun);
    if (attempt.score > best.score) best = attempt;
  }
  return toPhotoWords(picture, seen, best);
}

/**
 * Lists other ways to read a picture, the most likely one first. A picture without anything like a word is
 * tried only once more, because most such pictures are of something else.
 */
function otherWays(slant: number, { isEmpty }: Attempt): Way[] {
  const adaptive = { degrees: -slant, adaptive: true };
  const turned = (degrees: number): Way => ({ degrees, adaptive: false });
  const asItIs = slant === 0 ? [] : [turned(0)];
  if (isEmpty) return [...asItIs, adaptive];
  return [
    ...asItIs,
    turned(180 - slant),
    adaptive,
    turned(90 - slant),
    turned(270 - slant),
    ...(slant === 0 ? [turned(15), turned(-15)] : []),
  ];
}

/** Returns the upper part of a picture, with at most EDGES_MAX edges of letters. */
function withoutTooManyLetters({ width, height, pixels }: Grey): Grey {
  let edges = 0;
  for (let y = 0; y < height; y++) {
    for (let at = y * width + 1; at < (y + 1) * width; at++)
      if (Math.abs(pixels[at]! - pixels[at - 1]!) > EDGE) edges += 1;
    if (edges > EDGES_MAX && y > 0) return { width, height: y, pixels: pixels.subarray(0, y * width) };
  }
  return { width, height, pixels };
}

function attemptTo(engine: Engine, picture: Grey, way: Way, isLate: () => boolean): Attempt {
  const turned = turn(picture, way.degrees);
  const words = engine.read(turned, { adaptive: way.adaptive, isLate });
  const sure = words.reduce((sum, word) => sum + word.sure, 0) / words.length;
  const kept = words.filter(isKept);
  const isSure = kept.length >= WORDS_ENOUGH && sure >= SURE_OF_ALL;
  const score = kept.reduce((sum, word) => sum + worth(word), 0);
  return { way, turned, words: kept, isEmpty: words.length === 0, isSure, score };
}

const isKept = ({ text, sure }: RawWord) =>
  sure >= SURE && READABLE.test(text) && text.length <= WORD_CHARACTERS_MAX;

/** Long words of which Tesseract is sure count most. */
const worth = ({ text, sure }: RawWord) => (sure / 100) ** 2 * (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0);

function toPhotoWords(picture: Grey, seen: Grey, { way: { degrees }, turned, words }: Attempt): PhotoWords {
  const lines: PhotoWordsLine[] = [];
  let [line, characters] = ['', 0];
  for (const word of words) {
    characters += word.text.length + 1;
    if (characters > PHOTO_WORDS_MAX) break;
    if (word.line !== line) lines.push([]);
    line = word.line;
    const middle = { x: word.left + word.width / 2, y: word.top + word.height / 2 };
    const { x, y } = turnBack(seen, degrees, turned, middle);
    lines.at(-1)!.push({
      text: word.text,
      x: share(x, picture.width),
      y: share(y, picture.height),
      width: share(word.width, picture.width),
      height: share(word.height, picture.height),
    });
  }
  return { slant: -degrees, lines };
}

/** Returns a length as a share of the whole, with four digits. */
const share = (length: number, whole: number) => Math.round((length / whole) * 10_000) / 10_000;
