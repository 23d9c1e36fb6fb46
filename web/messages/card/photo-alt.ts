import type { Media } from '../../../src/contract/media';

/**
 * Returns the text that a screen reader says for a photo: the description that the sender of the photo has
 * written, or else `name` and the words in the photo (docs/product.md: Alternative texts).
 */
export function photoAlt({ alt, words }: Media, name: string): string {
  if (alt) return alt;
  return words ? `${name}, with the words: ${words.replaceAll('\n', ', ')}` : name;
}
