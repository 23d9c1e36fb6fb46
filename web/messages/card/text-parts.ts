import { findHashtags } from '../../../src/contract/hashtags';
import { findLinks } from '../../../src/contract/links';
import { findMarks } from './markdown';
import type { Tappable } from './tappable';

export type TextPart = { at: number; text: string } & (
  | { kind: 'text' | 'code' }
  | { kind: 'bold'; parts: TextPart[] }
  | { kind: 'link'; href: string }
  | { kind: 'tag'; tag: string }
  | { kind: 'tap'; tap: Tappable }
);

export function textParts(content: string, tags: readonly string[], taps: Tappable[] = []): TextPart[] {
  const special: (TextPart & { end: number })[] = findMarks(content).map((mark) =>
    mark.kind === 'bold' ? { ...mark, kind: 'bold', parts: textParts(mark.text, tags) } : mark,
  );
  for (const { url, text, start } of findLinks(content))
    special.push({ kind: 'link', at: start, end: start + text.length, text, href: url });
  for (const { slug, start, end } of findHashtags(content))
    if (tags.includes(slug))
      special.push({ kind: 'tag', at: start, end, text: content.slice(start, end), tag: slug });
  for (const tap of taps)
    special.push({ kind: 'tap', at: tap.at, end: tap.at + tap.text.length, text: tap.text, tap });
  special.sort((a, b) => a.at - b.at);

  const parts: TextPart[] = [];
  let at = 0;
  const plainUntil = (end: number) => {
    if (end > at) parts.push({ kind: 'text', at, text: content.slice(at, end) });
  };
  for (const part of special) {
    if (part.at < at) continue;
    plainUntil(part.at);
    parts.push(part);
    at = part.end;
  }
  plainUntil(content.length);
  return parts;
}
