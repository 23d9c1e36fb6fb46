import { findCards } from '../../../src/contract/cards';
import { EmbedCard } from './EmbedCard';
import { LinkCard } from './LinkCard';
import { MovieCard } from './MovieCard';

export function LinkCards({ content }: { content: string }) {
  return findCards(content).map((card) => {
    if (card.kind === 'embed') return <EmbedCard key={card.url} embed={card.embed} />;
    if (card.kind === 'movie') return <MovieCard key={card.url} imdbId={card.imdbId} url={card.url} />;
    return <LinkCard key={card.url} url={card.url} />;
  });
}
