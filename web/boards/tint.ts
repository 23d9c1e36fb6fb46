import type { CSSProperties } from 'react';
import { DEFAULT_TAG } from '../../src/contract/limits';

/** Thirty degrees apart: no two are taken for one another. */
const HUES = 12;

/** A board keeps its colour on every screen, because it comes from the name. In degrees. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const character of name)
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x9e3779b1) ^ (hash >>> 15);
  // the top bits are the well-mixed ones
  return Math.floor(((hash >>> 0) / 2 ** 32) * HUES) * (360 / HUES) + 15;
}

/** What makes `--tint`, `--tint-strong` and `--tint-ink` those of the board (ui/base.css). */
export const tint = (name: string) => ({
  'data-tinted': name === DEFAULT_TAG ? 'neutral' : 'hued',
  style: { '--hue': hueOf(name) } as CSSProperties,
});
