import { findHashtags } from '../../src/contract/hashtags';

/** `at` is where the part begins in the text. */
export type Part = { at: number; text: string } & (
  | { kind: 'text' }
  | { kind: 'link'; href: string }
  | { kind: 'tag'; tag: string }
);

/** White space, quotes and the full-width marks that end a clause are no part of an address. */
const LINK = /(?:https?:\/\/|www\.)[^\s<>"“”«»，。！？、；：（）【】「」『』]+/giu;

/**
 * A message's text in parts: plain text, links, and the hashtags that are among `tags`. Other hashtags stay
 * text, since they lead nowhere the reader could go (design 5).
 */
export function partsOf(content: string, tags: readonly string[]): Part[] {
  const special: Part[] = [];
  for (const { 0: match, index: at } of content.matchAll(LINK)) {
    const text = trimmed(match);
    const href = /^www\./i.test(text) ? `https://${text}` : text;
    if (URL.canParse(href)) special.push({ kind: 'link', at, text, href });
  }
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
