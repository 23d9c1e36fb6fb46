import { findHashtags } from '../../../src/contract/hashtags';
import { findLinks } from '../../../src/contract/links';

/** `at` is where the part begins in the text. */
export type Part = { at: number; text: string } & (
  | { kind: 'text' }
  | { kind: 'link'; href: string }
  | { kind: 'tag'; tag: string }
);

/**
 * A message's text in parts: plain text, links, and the hashtags that are among `tags`. Other hashtags stay
 * text, since they lead nowhere the reader could go (design 5).
 */
export function textParts(content: string, tags: readonly string[]): Part[] {
  const special: Part[] = [];
  for (const { url, text, start } of findLinks(content))
    special.push({ kind: 'link', at: start, text, href: url });
  for (const { slug, start, end } of findHashtags(content))
    if (tags.includes(slug))
      special.push({ kind: 'tag', at: start, text: content.slice(start, end), tag: slug });
  special.sort((a, b) => a.at - b.at);

  const parts: Part[] = [];
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
