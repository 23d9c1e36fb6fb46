import { PHOTO_WORDS_MAX } from '../../contract/limits';
import type { PhotoWords, PhotoWordsLine } from '../../contract/media';
import { type Grey, turn, turnBack } from './grey';
import { findSlant } from './slant';
import type { Engine, RawWord } from './tesseract';

const SURE = 50;
const SURE_OF_ALL = 80;
const WORDS_ENOUGH = 3;
const CPU_MS = 2_000;
const WORD_CHARACTERS_MAX = 50;
/** Other words are specks and lines that look like characters. */
const READABLE = /[\p{L}\p{N}]/u;

const EDGE = 40;
// A photo has about 20,000 edges, so it is one band; a page full of small print has up to 800,000. To find
// the lines of such a page as a whole, Tesseract needs 3 seconds and cannot be interrupted; only 20 words are
// then read. With bands, 250 words are read.
const BAND_EDGES = 25_000;
/** The band is cut at the row with the fewest edges among these, so that no line of text is cut. */
const CUT_WITHIN = 40;

type Way = { degrees: number; adaptive: boolean };
type Attempt = {
  way: Way;
  turned: Grey;
  words: RawWord[];
  isEmpty: boolean;
  isSure: boolean;
  score: number;
};

/**
 * If few words are found, or Tesseract is not sure of them, the picture is read in other ways while there is
 * time, and the best result is taken.
 */
export function readPicture(engine: Engine, picture: Grey, cpuMs: () => number): PhotoWords {
  const isLate = lateSoon(cpuMs);
  const slant = findSlant(picture);
  let best = attemptTo(engine, picture, { degrees: -slant, adaptive: false }, isLate);
  let longest = cpuMs();
  for (const way of otherWays(slant, best)) {
    const begun = cpuMs();
    if (best.isSure || begun + longest > CPU_MS) break;
    const attempt = attemptTo(engine, picture, way, isLate);
    longest = Math.max(longest, cpuMs() - begun);
    if (attempt.score > best.score) best = attempt;
  }
  return toPhotoWords(picture, best);
}

/** Counts two steps, because Tesseract begins one more step before it sees that it is late. */
function lateSoon(cpuMs: () => number): () => boolean {
  let [before, longest] = [cpuMs(), 0];
  return () => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
    return now + 2 * longest > CPU_MS;
  };
}

/** The list is short if nothing like a word was found, because most such pictures show something else. */
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

function attemptTo(engine: Engine, picture: Grey, way: Way, isLate: () => boolean): Attempt {
  const turned = turn(picture, way.degrees);
  const words: RawWord[] = [];
  for (const { top, band } of bandsOf(turned)) {
    if (isLate() && top > 0) break;
    for (const word of engine.read(band, { adaptive: way.adaptive, isLate }))
      words.push({ ...word, top: top + word.top, line: `${top} ${word.line}` });
  }
  const sure = words.reduce((sum, word) => sum + word.sure, 0) / words.length;
  const kept = words.filter(isKept);
  const isSure = kept.length >= WORDS_ENOUGH && sure >= SURE_OF_ALL;
  const score = kept.reduce((sum, word) => sum + worth(word), 0);
  return { way, turned, words: kept, isEmpty: words.length === 0, isSure, score };
}

function* bandsOf({ width, height, pixels }: Grey): Generator<{ top: number; band: Grey }> {
  const bandFrom = (top: number, end: number) => {
    const band = { width, height: end - top, pixels: pixels.subarray(top * width, end * width) };
    return { top, band };
  };
  let [top, edges] = [0, 0];
  const edgesInRow: number[] = [];
  for (let y = 0; y < height; y++) {
    edges += edgesInRow[y] = countEdges(pixels.subarray(y * width, (y + 1) * width));
    if (edges < BAND_EDGES) continue;
    const end = emptiestRow(edgesInRow, Math.max(top + 1, y - CUT_WITHIN));
    yield bandFrom(top, end);
    edges = edgesInRow.slice(end).reduce((sum, more) => sum + more, 0);
    top = end;
  }
  yield bandFrom(top, height);
}

function countEdges(row: Uint8Array): number {
  let edges = 0;
  for (let x = 1; x < row.length; x++) if (Math.abs(row[x]! - row[x - 1]!) > EDGE) edges += 1;
  return edges;
}

function emptiestRow(edgesInRow: number[], first: number): number {
  const rows = edgesInRow.slice(first);
  return first + rows.lastIndexOf(Math.min(...rows));
}

const isKept = ({ text, sure }: RawWord) =>
  sure >= SURE && READABLE.test(text) && text.length <= WORD_CHARACTERS_MAX;

const worth = ({ text, sure }: RawWord) => (sure / 100) ** 2 * (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0);

function toPhotoWords(picture: Grey, { way: { degrees }, turned, words }: Attempt): PhotoWords {
  const lines: PhotoWordsLine[] = [];
  let [line, characters] = ['', 0];
  for (const word of words) {
    characters += word.text.length + 1;
    if (characters > PHOTO_WORDS_MAX) break;
    if (word.line !== line) lines.push([]);
    line = word.line;
    const middle = { x: word.left + word.width / 2, y: word.top + word.height / 2 };
    const { x, y } = turnBack(picture, degrees, turned, middle);
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

const share = (length: number, whole: number) => Math.round((length / whole) * 10_000) / 10_000;
