/**
 * Addresses in a text. One grammar for what the web makes clickable and for what gets a card; the server and
 * the browser both read it here.
 */

/** White space, quotes and the full-width marks that end a clause are no part of an address. */
const LINK = /(?:https?:\/\/|www\.)[^\s<>"“”«»，。！？、；：（）【】「」『』]+/giu;
const ADDRESS_MAX = 2048;

export type Link = { url: string; text: string; start: number };

/** The web addresses of a text in the order they stand, as absolute addresses; what cannot be one is left out. */
export function findLinks(text: string): Link[] {
  const found: Link[] = [];
  for (const match of text.matchAll(LINK)) {
    const link = trimmed(match[0]);
    const url = /^www\./i.test(link) ? `https://${link}` : link;
    if (url.length > ADDRESS_MAX || !URL.canParse(url)) continue;
    found.push({ url, text: link, start: match.index });
  }
  return found;
}

/** A link without the punctuation of the sentence it stands in. A closing bracket stays if it was opened in the link. */
function trimmed(link: string): string {
  let text = link;
  for (;;) {
    const last = text.at(-1) ?? '';
    const unopened = last === ')' && text.split('(').length < text.split(')').length;
    if (!unopened && !/[.,;:!?'\]}*_]/.test(last)) return text;
    text = text.slice(0, -1);
  }
}
