import type { Config } from '../app/config/config';

export type TmdbTitle = {
  title: string;
  year: number | null;
  rating: number | null;
  genres: string[];
  poster: string | null;
};

const API = 'https://api.themoviedb.org/3';
const POSTER_SIZE = 'w500';
const TIMEOUT_MS = 5_000;
const BYTES_MAX = 1024 * 1024;

type FindResponse = { movie_results?: { id: number }[]; tv_results?: { id: number }[] };
type DetailsResponse = {
  title?: string;
  name?: string;
  release_date?: string;
  first_air_date?: string;
  vote_average?: number;
  vote_count?: number;
  genres?: { name: string }[];
  poster_path?: string | null;
};

/** The caller must have checked that `imdbId` is `tt` with digits. */
export async function findTitle({ tmdb }: Config, imdbId: string): Promise<TmdbTitle | null> {
  if (!tmdb.apiKey) return null;
  const key = tmdb.apiKey;
  const ask = <T>(path: string, query = {}) =>
    request<T>((tmdb.apiUrl ?? API) + path, key, query).catch((error: Error) => {
      // errors of fetch contain the URL, whose query may have the key
      throw new Error(error.message.replaceAll(/\?[^\s"]+/g, ''));
    });
  const found = await ask<FindResponse>(`/find/${imdbId}`, { external_source: 'imdb_id' });
  const movie = found.movie_results?.[0];
  const series = found.tv_results?.[0];
  if (!movie && !series) return null;
  const path = movie ? `/movie/${Number(movie.id)}` : `/tv/${Number(series?.id)}`;
  const details = await ask<DetailsResponse>(path);
  const title = details.title ?? details.name;
  if (!title) return null;
  return {
    title,
    year: Number((details.release_date ?? details.first_air_date ?? '').slice(0, 4)) || null,
    rating: details.vote_count && details.vote_average ? Math.round(details.vote_average * 10) / 10 : null,
    genres: (details.genres ?? []).map(({ name }) => String(name)).slice(0, 8),
    poster: details.poster_path ? await posterUrl(ask, details.poster_path) : null,
  };
}

type Ask = <T>(path: string) => Promise<T>;

async function posterUrl(ask: Ask, path: string): Promise<string | null> {
  const { images } = await ask<{ images?: { secure_base_url?: string } }>('/configuration');
  return images?.secure_base_url ? `${images.secure_base_url}${POSTER_SIZE}${path}` : null;
}

/** A long token, which contains dots, goes into a header; a short key goes into the URL. */
async function request<T>(address: string, key: string, query: Record<string, string>): Promise<T> {
  const isToken = key.includes('.');
  const parameters = new URLSearchParams({ ...query, ...(!isToken && { api_key: key }) });
  const response = await fetch(`${address}?${parameters}`, {
    headers: { accept: 'application/json', ...(isToken && { authorization: `Bearer ${key}` }) },
    redirect: 'error', // a redirect could give the key to another host
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`TMDB answered ${response.status}`);
  const text = await response.text();
  if (text.length > BYTES_MAX) throw new Error('TMDB answered too much');
  return JSON.parse(text);
}
