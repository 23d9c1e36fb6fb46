import { findHashtags } from '../../src/contract/hashtags';

export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'tag'; text: string; tag: string };

/** White space, quotes and the full-width marks that end a clause are no part of an address. */
const LINK = /(?:https?:\/\/|www\.)[^\s<>"“”«»，。！？、；：（）【】「」『』]+/giu;

/**
 * A message's text in parts: plain text, links, and the hashtags that are among `tags`. Other hashtags stay
 * text, since they lead nowhere the reader could go (design 5).
 */
export function partsOf(content: string, tags: readonly string[]): Part[] {
  const special: { start: number; end: number; part: Part }[] = [];
  for (const match of content.matchAll(LINK)) {
    const text = trimmed(match[0]);
    const href = text.toLowerCase().startsWith('www.') ? `https://${text}` : text;
    if (!URL.canParse(href)) continue;
    special.push({ start: match.index, end: match.index + text.length, part: { kind: 'link', text, href } });
  }
  for (const { slug, start, end } of findHashtags(content)) {
    if (!tags.includes(slug)) continue;
    special.push({ start, end, part: { kind: 'tag', text: content.slice(start, end), tag: slug } });
  }
  special.sort((a, b) => a.start - b.start);

  const parts: Part[] = [];
  let at = 0;
  for (const { start, end, part } of special) {
    if (start < at) continue;
    if (start > at) parts.push({ kind: 'text', text: content.slice(at, start) });
    parts.push(part);
    at = end;
  }
  if (at < content.length) parts.push({ kind: 'text', text: content.slice(at) });
  return parts;
}

/** A link without the punctuation of the sentence it stands in. A closing bracket stays if it was opened in the link. */
function trimmed(link: string): string {
  let text = link;
  for (;;) {
    const last = text.at(-1)!;
    const unopened = last === ')' && text.split('(').length < text.split(')').length;
    if (!unopened && !/[.,;:!?'\]}*_]/.test(last)) return text;
    text = text.slice(0, -1);
  }
}
