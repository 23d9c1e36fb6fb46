import { lazy, Suspense } from 'react';
import { findCards } from '../../../src/contract/cards';
import { EmbedLater, LinkCard, LoadingCard } from './LinkCard';

const MovieCard = lazy(() => import('./MovieCard').then(({ MovieCard }) => ({ default: MovieCard })));

export function LinkCards({ content }: { content: string }) {
  return findCards(content).map((card) => {
    if (card.kind === 'embed') return <EmbedLater key={card.url} embed={card.embed} />;
    if (card.kind === 'movie')
      return (
        <Suspense key={card.url} fallback={<LoadingCard label="Loading film" />}>
          <MovieCard imdbId={card.imdbId} url={card.url} />
        </Suspense>
      );
    return <LinkCard key={card.url} url={card.url} />;
  });
}
