import type { Media } from '../../../src/contract/media';

/**
 * Returns what a screen reader says of a photo: what its sender has written, else `name` and the words in the
 * photo (docs/product.md: Alternative texts).
 */
export function photoAlt({ alt, words }: Media, name: string): string {
  if (alt) return alt;
  return words ? `${name}, with the words: ${words.replaceAll('\n', ', ')}` : name;
}
