import { skipToken } from '@tanstack/react-query';
import { type Card, findCards } from '../../../src/contract/cards';
import { type Embed, embedOfFinalUrl } from '../../../src/contract/embeds';
import type { Movie, Preview } from '../../../src/contract/previews';
import { trpc } from '../../product/trpc';

export type Loadable<T> = T | null | undefined;

/** A change of a message invalidates all queries; it must not fetch the same previews again. */
const ONCE = { staleTime: 'static', retry: false } as const;

export const usePreview = (url: string | undefined): Loadable<Preview> =>
  toLoadable(trpc.previews.get.useQuery(url === undefined ? skipToken : { url }, ONCE));

export function useEmbedBehindShortLink(shortUrl: string | undefined): Embed | null {
  const { data } = trpc.previews.get.useQuery(shortUrl === undefined ? skipToken : { url: shortUrl }, ONCE);
  return data ? embedOfFinalUrl(data.url) : null;
}

export const useMovie = (imdbId: string | undefined): Loadable<Movie> =>
  toLoadable(trpc.previews.movie.useQuery(imdbId === undefined ? skipToken : { imdbId }, ONCE));

export type CardState = 'loading' | 'shown' | 'none';

export function useFirstCardState(content: string): CardState {
  const card: Card | undefined = findCards(content)[0];
  const movie = useMovie(card?.kind === 'movie' ? card.imdbId : undefined);
  const url = card?.kind === 'link' || (card?.kind === 'movie' && movie === null) ? card.url : undefined;
  const preview = usePreview(url);
  const post = useEmbedBehindShortLink(url);
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
