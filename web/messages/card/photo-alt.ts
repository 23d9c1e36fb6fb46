import type { PhotoOnCard } from '../../../src/contract/media';

export function photoAlt({ alt, words }: PhotoOnCard, name: string): string {
  if (alt) return alt;
  return words ? `${name}, with the words: ${words.replaceAll('\n', ', ')}` : name;
}
