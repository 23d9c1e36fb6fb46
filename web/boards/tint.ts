import type { CSSProperties } from 'react';

/** Far enough apart to be told from one another, none of them the red of an error. */
const HUES = [45, 80, 125, 160, 200, 245, 290, 340];

/** A board keeps its colour on every screen, because it comes from the name. */
export function hueOf(name: string): number {
  let sum = 7;
  for (const character of name) sum = (sum * 31 + character.codePointAt(0)!) >>> 0;
  return HUES[sum % HUES.length]!;
}

/** What makes `--tint`, `--tint-strong` and `--tint-ink` those of the board (ui/base.css). */
export const tint = (name: string) => ({
  'data-tinted': true,
  style: { '--hue': hueOf(name) } as CSSProperties,
});
