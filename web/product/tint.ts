import type { CSSProperties } from 'react';
import { DEFAULT_TAG } from '../../src/contract/limits';

/** Thirty degrees apart: no two are taken for one another. */
const HUES = 12;

/** A board keeps its colour on every screen, because it comes from the name. In degrees. */
export function hueOf(name: string): number {
  // FNV-1a, then a last stir: without it names that begin alike would look alike
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash ^= hash >>> 13;
  return ((hash >>> 0) % HUES) * (360 / HUES) + 15;
}

/** What makes `--tint`, `--tint-strong` and `--tint-ink` those of the board (ui/base.css). */
export const tint = (name: string) => ({
  'data-tinted': name === DEFAULT_TAG ? 'neutral' : 'hued',
  style: { '--hue': hueOf(name) } as CSSProperties,
});
