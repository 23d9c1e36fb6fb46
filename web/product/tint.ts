import type { CSSProperties } from 'react';
import { DEFAULT_TAG } from '../../src/contract/limits';

/** Number of hues. 30 degrees between neighbours is enough to tell them apart. */
const HUES = 12;

/** Returns the hue of a board in degrees. It is computed from the name, so a board has one colour on every screen. */
export function hueOf(name: string): number {
  let hash = 0x811c9dc5; // FNV-1a
  for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  // a final mix, as in MurmurHash3: without it names with the same beginning get similar hues
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash ^= hash >>> 13;
  return ((hash >>> 0) % HUES) * (360 / HUES) + 15;
}

/** Returns the attributes that set `--tint`, `--tint-strong` and `--tint-ink` to a board's colours (ui/base.css). */
export const tint = (name: string) => ({
  'data-tinted': name === DEFAULT_TAG ? 'neutral' : 'hued',
  style: { '--hue': hueOf(name) } as CSSProperties,
});
