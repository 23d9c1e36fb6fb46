import { findCards } from '../../src/contract/embeds';
import { EmbedCard } from './EmbedCard';
import { LinkCard } from './LinkCard';
import { MovieCard } from './MovieCard';

/** What the links of a message lead to: posts and films as such, the first other link as a preview (spec 2). */
export function LinkCards({ content }: { content: string }) {
  return findCards(content).map((card) => {
    if (card.kind === 'embed') return <EmbedCard key={card.url} embed={card.embed} />;
    if (card.kind === 'movie') return <MovieCard key={card.url} imdbId={card.imdbId} url={card.url} />;
    return <LinkCard key={card.url} url={card.url} />;
  });
}
