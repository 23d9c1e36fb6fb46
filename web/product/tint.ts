import type { CSSProperties } from 'react';
import { DEFAULT_TAG } from '../../src/contract/limits';

/** Number of hues. They are 30 degrees apart, which is enough to distinguish them. */
const HUES = 12;

/** Returns the hue for a name, in degrees. The same name has the same colour on every screen. */
export function hueOf(name: string): number {
  let hash = 0x811c9dc5; // start value of the hash function FNV-1a
  for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  // mixes the bits like the last step of MurmurHash3, because names with the same beginning would get similar
  // hues
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash ^= hash >>> 13;
  return ((hash >>> 0) % HUES) * (360 / HUES) + 15;
}

/**
 * Returns the attributes that set `--tint`, `--tint-strong` and `--tint-ink` to the colours of a board or
 * person (ui/base.css).
 */
export const tint = (name: string) => ({
  'data-tinted': name === DEFAULT_TAG ? 'neutral' : 'hued',
  style: { '--hue': hueOf(name) } as CSSProperties,
});
