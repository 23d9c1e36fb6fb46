import { type Embed, embedOfFinalUrl } from '../../src/contract/embeds';
import type { Movie, Preview } from '../../src/contract/previews';
import { trpc } from '../product/trpc';

/** A preview or a film; undefined while it is loading, null if there is none to show. */
type Loadable<T> = T | null | undefined;

/**
 * Query options: a cached preview is never refetched. Otherwise each change of a message, which invalidates
 * all queries, would fetch the same preview again.
 */
const ONCE = { staleTime: 'static', retry: false } as const;

export const usePreview = (url: string): Loadable<Preview> =>
  toLoadable(trpc.previews.get.useQuery({ url }, ONCE));

/**
 * Returns the post that a short link redirects to. Returns null if the link leads elsewhere, or if its target
 * is not known yet. The post is recognised by its address, even if its page has no preview.
 */
export function useEmbedBehindShortLink(shortUrl: string): Embed | null {
  const { data } = trpc.previews.get.useQuery({ url: shortUrl }, ONCE);
  return data ? embedOfFinalUrl(data.url) : null;
}

export const useMovie = (imdbId: string): Loadable<Movie> =>
  toLoadable(trpc.previews.movie.useQuery({ imdbId }, ONCE));

type Failable = { skip: boolean; error: boolean };

function toLoadable<T extends Failable>(query: { data?: T; isError: boolean }): Loadable<T> {
  if (query.isError) return null;
  return query.data && (query.data.skip || query.data.error) ? null : query.data;
}
