import { findHashtags } from '../../../src/contract/hashtags';

export type TypedHashtag = { start: number; end: number; typed: string };

const GOES_ON = /^[\p{L}\p{M}\p{N}\p{Join_C}_-]/u;

export function hashtagAt(text: string, caret: number): TypedHashtag | null {
  if (GOES_ON.test(text.slice(caret, caret + 2))) return null;
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret);
  const inLine = Math.max(line.lastIndexOf('#'), line.lastIndexOf('＃'));
  if (inLine < 0) return null;
  // adds a letter, because the grammar accepts no hashtag without one
  const found = findHashtags(`${line}x`).some(({ start, end }) => start === inLine && end > line.length);
  if (!found) return null;
  return { start: caret - line.length + inLine, end: caret, typed: line.slice(inLine + 1) };
}
