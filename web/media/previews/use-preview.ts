import { skipToken } from '@tanstack/react-query';
import { type Card, findCards } from '../../../src/contract/cards';
import { type Embed, embedOfFinalUrl } from '../../../src/contract/embeds';
import type { Movie, Preview } from '../../../src/contract/previews';
import { trpc } from '../../product/trpc';

export type Loadable<T> = T | null | undefined;

/** A change of a message invalidates all queries; it must not fetch the same previews again. */
const ONCE = { staleTime: 'static', retry: false } as const;

/** Also returns the post to which a short link leads. */
export function usePreview(url: string | undefined): { preview: Loadable<Preview>; post: Embed | null } {
  const query = trpc.previews.get.useQuery(url === undefined ? skipToken : { url }, ONCE);
  return { preview: toLoadable(query), post: query.data ? embedOfFinalUrl(query.data.url) : null };
}

export const useMovie = (imdbId: string | undefined): Loadable<Movie> =>
  toLoadable(trpc.previews.movie.useQuery(imdbId === undefined ? skipToken : { imdbId }, ONCE));

export type CardState = 'loading' | 'shown' | 'none';

export function useFirstCardState(content: string): CardState {
  const card: Card | undefined = findCards(content)[0];
  const movie = useMovie(card?.kind === 'movie' ? card.imdbId : undefined);
  const url = card?.kind === 'link' || (card?.kind === 'movie' && movie === null) ? card.url : undefined;
  const { preview, post } = usePreview(url);
  if (!card) return 'none';
  if (card.kind === 'embed' || post) return 'shown';
  const loadable = card.kind === 'movie' && movie !== null ? movie : preview;
  return loadable === undefined ? 'loading' : loadable === null ? 'none' : 'shown';
}

type Failable = { skip: boolean; error: boolean };

function toLoadable<T extends Failable>(query: { data?: T; isError: boolean }): Loadable<T> {
  if (query.isError) return null;
  return query.data && (query.data.skip || query.data.error) ? null : query.data;
}
