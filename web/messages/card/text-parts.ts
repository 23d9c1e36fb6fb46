import { findHashtags } from '../../../src/contract/hashtags';
import { findLinks } from '../../../src/contract/links';

export type TextPart = { at: number; text: string } & (
  | { kind: 'text' }
  | { kind: 'link'; href: string }
  | { kind: 'tag'; tag: string }
);

export function textParts(content: string, tags: readonly string[]): TextPart[] {
  const special: TextPart[] = [];
  for (const { url, text, start } of findLinks(content))
    special.push({ kind: 'link', at: start, text, href: url });
  for (const { slug, start, end } of findHashtags(content))
    if (tags.includes(slug))
      special.push({ kind: 'tag', at: start, text: content.slice(start, end), tag: slug });
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
    at = part.at + part.text.length;
  }
  plainUntil(content.length);
  return parts;
}
