import { eld } from 'eld/small';
import type { Encoder } from './encoder';
import { UNKNOWN } from './pieces';

/**
 * A higher score alone is not enough, because short English texts often score a little higher in some other
 * language.
 */
const CLEARLY = 1.2;
/** If the share of pieces that the model does not know is above this, the text is in another script. */
const UNKNOWN_MAX = 0.1;
const KNOWN_MIN = 0.7;

export function isEnglish(text: string, pieces: number[], { knows }: Encoder): boolean {
  const unknown = pieces.filter((piece) => piece === UNKNOWN).length;
  if (unknown > pieces.length * UNKNOWN_MAX) return false;
  const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  if (words.filter(knows).length >= words.length * KNOWN_MIN) return true;
  const { en = 0, ...others } = eld.detect(text).getScores();
  return Math.max(0, ...Object.values(others)) <= en * CLEARLY;
}
