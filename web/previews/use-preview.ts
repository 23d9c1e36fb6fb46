import { type Embed, embedOfFinalUrl } from '../../src/contract/embeds';
import type { Movie, Preview } from '../../src/contract/previews';
import { trpc } from '../product/trpc';

/** `undefined` while it is being fetched, `null` when there is nothing to show (spec 4: failures are only logged). */
type Shown<T> = T | null | undefined;

/** A preview is looked up once a visit: it does not change because a message did. */
const ONCE = { staleTime: 'static', retry: false } as const;

export const usePreview = (url: string): Shown<Preview> => shown(trpc.previews.get.useQuery({ url }, ONCE));

/** The post that a short link leads to: its address is enough, though its page showed us no more than a wall. */
export function useEmbedBehindShortLink(shortUrl: string): Embed | null {
  const { data } = trpc.previews.get.useQuery({ url: shortUrl }, ONCE);
  return data ? embedOfFinalUrl(data.url) : null;
}

export const useMovie = (imdbId: string): Shown<Movie> =>
  shown(trpc.previews.movie.useQuery({ imdbId }, ONCE));

function shown<T extends { skip: boolean; error: boolean }>(query: { data?: T; isError: boolean }): Shown<T> {
  if (query.isError) return null;
  return query.data && (query.data.skip || query.data.error) ? null : query.data;
}
