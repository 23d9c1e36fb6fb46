import { eld } from 'eld/small';
import type { Encoder } from './encoder';
import { UNKNOWN } from './pieces';

/**
 * How many times higher than English another language must score, so that a text counts as written in it.
 * Short English texts often score a little higher in some other language.
 */
const CLEARLY = 1.2;
/** Share of pieces unknown to the model above which a text is in another script. */
const UNKNOWN_MAX = 0.1;
/** Share of words known to the model from which a text is in English, whatever the scores say. */
const KNOWN_MIN = 0.7;

/**
 * Returns whether a text is probably in English. `pieces` are the pieces into which the encoder has split it.
 */
export function isEnglish(text: string, pieces: number[], { knows }: Encoder): boolean {
  const unknown = pieces.filter((piece) => piece === UNKNOWN).length;
  if (unknown > pieces.length * UNKNOWN_MAX) return false;
  const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  if (words.filter(knows).length >= words.length * KNOWN_MIN) return true;
  const { en = 0, ...others } = eld.detect(text).getScores();
  return Math.max(0, ...Object.values(others)) <= en * CLEARLY;
}
