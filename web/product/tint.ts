import type { CSSProperties } from 'react';
import { DEFAULT_TAG } from '../../src/contract/limits';

const HUES = 12;

export function hueOf(name: string): number {
  let hash = 0x811c9dc5; // start value of the hash function FNV-1a
  for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  // mixes the bits like the last step of MurmurHash3, because names with the same beginning would get similar
  // hues
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash ^= hash >>> 13;
  return ((hash >>> 0) % HUES) * (360 / HUES) + 15;
}

export const tint = (name: string) => ({
  'data-tinted': name === DEFAULT_TAG ? 'neutral' : 'hued',
  style: { '--hue': hueOf(name) } as CSSProperties,
});
