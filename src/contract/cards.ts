import { type Embed, embedOf, imdbIdOf } from './embeds';
import { findLinks } from './links';

export type Card =
  | { kind: 'embed'; url: string; embed: Embed }
  | { kind: 'movie'; url: string; imdbId: string }
  | { kind: 'link'; url: string };

/** A content of 10,000 characters could have hundreds of links. */
const CARDS_MAX = 20;

export function findCards(content: string): Card[] {
  const cards = new Map<string, Card>();
  let hasPlainLink = false;
  for (const { url } of findLinks(content)) {
    const embed = embedOf(url);
    const imdbId = embed ? null : imdbIdOf(url);
    if (embed) cards.set(embed.url, { kind: 'embed', url: embed.url, embed });
    else if (imdbId)
      cards.set(imdbId, { kind: 'movie', url: `https://www.imdb.com/title/${imdbId}/`, imdbId });
    else if (!hasPlainLink) {
      hasPlainLink = true;
      cards.set(url, { kind: 'link', url: new URL(url).href });
    }
  }
  return [...cards.values()].slice(0, CARDS_MAX);
}
