const ADDRESS_MAX = 2048;

/**
 * White space, quotes, emoji and full-width punctuation end an address. `www.` within a word ("Awww...") or before
 * anything but a letter or digit begins none.
 */
const LINK =
  /(?:https?:\/\/|(?<![\p{Script=Latin}\p{N}])www\.(?=[\p{L}\p{N}]))[^\s<>"“”‘’«»…，。！？、；：（）【】「」『』\p{Extended_Pictographic}\p{Regional_Indicator}]+/giu;

/** A link in a text: its absolute address, its spelling in the text, and the index where it starts. */
export type Link = { url: string; text: string; start: number };

/**
 * Finds the web addresses of a text, in order. The web app makes exactly these clickable, and the server fetches
 * previews of them.
 */
export function findLinks(text: string): Link[] {
  const links: Link[] = [];
  for (const match of text.matchAll(LINK)) {
    const spelling = withoutPunctuation(match[0]);
    const url = /^www\./i.test(spelling) ? `https://${spelling}` : spelling;
    if (url.length > ADDRESS_MAX || !URL.canParse(url)) continue;
    links.push({ url, text: spelling, start: match.index });
  }
  return links;
}

/** Removes the punctuation of the sentence from the end of a link. A closing bracket stays if the link opens it. */
function withoutPunctuation(link: string): string {
  let unopened = link.split(')').length - link.split('(').length;
  let end = link.length;
  for (; end > 0; end--) {
    const last = link.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened--;
    else if (!/[.,;:!?'\]}*]/.test(last)) break;
  }
  return link.slice(0, end);
}
