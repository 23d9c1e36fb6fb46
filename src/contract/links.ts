/**
 * Addresses in a text. One grammar for what the web makes clickable and for what gets a card; the server and
 * the browser both read it here.
 */

/**
 * White space, quotes, emoji and the full-width marks that end a clause are no part of an address; a `www.` in the
 * middle of a word ("Awww...") or before nothing begins none.
 */
const LINK =
  /(?:https?:\/\/|(?<![\p{Script=Latin}\p{N}])www\.(?=[\p{L}\p{N}]))[^\s<>"“”‘’«»…，。！？、；：（）【】「」『』\p{Extended_Pictographic}\p{Regional_Indicator}]+/giu;
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
  let unopened = link.split(')').length - link.split('(').length;
  let end = link.length;
  for (; end > 0; end--) {
    const last = link.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened--;
    else if (!/[.,;:!?'\]}*]/.test(last)) break;
  }
  return link.slice(0, end);
}
