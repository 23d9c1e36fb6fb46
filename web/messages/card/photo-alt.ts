import type { Media } from '../../../src/contract/media';

export function photoAlt({ alt, words }: Media, name: string): string {
  if (alt) return alt;
  return words ? `${name}, with the words: ${words.replaceAll('\n', ', ')}` : name;
}
