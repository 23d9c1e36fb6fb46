import { skipToken } from '@tanstack/react-query';
import { type Card, findCards } from '../../../src/contract/cards';
import { type Embed, embedOfFinalUrl } from '../../../src/contract/embeds';
import type { Movie, Preview } from '../../../src/contract/previews';
import { trpc } from '../../product/trpc';

/** A preview or a film. Undefined while it is loading; null if there is none to show. */
export type Loadable<T> = T | null | undefined;

/**
 * Query options that never fetch a cached preview again. A change of a message invalidates all queries, and
 * would otherwise fetch the same previews again.
 */
const ONCE = { staleTime: 'static', retry: false } as const;

export const usePreview = (url: string | undefined): Loadable<Preview> =>
  toLoadable(trpc.previews.get.useQuery(url === undefined ? skipToken : { url }, ONCE));

/**
 * Returns the post that a short link redirects to. Returns null if the link leads elsewhere, or if its target
 * is not known yet. Recognises the post by its URL, even if its page has no preview.
 */
export function useEmbedBehindShortLink(shortUrl: string | undefined): Embed | null {
  const { data } = trpc.previews.get.useQuery(shortUrl === undefined ? skipToken : { url: shortUrl }, ONCE);
  return data ? embedOfFinalUrl(data.url) : null;
}

export const useMovie = (imdbId: string | undefined): Loadable<Movie> =>
  toLoadable(trpc.previews.movie.useQuery(imdbId === undefined ? skipToken : { imdbId }, ONCE));

/**
 * State of a card: `loading` shows its placeholder, `shown` shows the card, `none` means that there is no
 * preview and so no card.
 */
export type CardState = 'loading' | 'shown' | 'none';

/**
 * Returns the state of the first link card of a message's content, or "none" if the content has no links. If
 * a message is only a link, its text is shown only in the state "none".
 */
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
