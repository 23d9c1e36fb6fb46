import { eq, getTableColumns } from 'drizzle-orm';
import { transaction } from '../../../db/open';
import { movies, type User } from '../../../db/schema';
import { type App, perApp } from '../../app/app';
import { isAhead } from '../../app/clock';
import { VisibleError } from '../../app/errors';
import type { Movie } from '../../contract/previews';
import { findTitle, type TmdbTitle } from '../../outside/tmdb';
import { chargeRateLimit, coalesce, fetchImage, fetchInBackground, withTimeout } from './fetching';
import { NO_PICTURE, pictureUrl, reencodePicture } from './pictures';
import { toSingleLine } from './single-line';

const FRESH_MS = 7 * 24 * 3_600_000;

// The bytes of a picture are read only when a browser asks for them.
const { picture: _, ...COLUMNS } = getTableColumns(movies);
type MovieRow = Omit<typeof movies.$inferSelect, 'picture'>;

const UNKNOWN = { title: null, year: null, rating: null, genres: [] as string[], ...NO_PICTURE };

/**
 * If TMDB fails or is slow, returns the stored copy, even if it is old. If there is no stored copy, returns
 * an answer with `error`. Without an API key, returns a fresh stored copy, or else an answer with `skip`.
 */
export async function getMovie(app: App, user: User, imdbId: string): Promise<Movie> {
  const stored = find(app, imdbId);
  if (stored && isAhead(app, stored.expiresAt, FRESH_MS)) return toMovie(stored);
  if (!app.config.tmdb.apiKey) return toMovie(UNKNOWN);
  chargeRateLimit(app, user.id);
  const movie = await withTimeout(app, user.id, () => fetchMovie(app, user.id, imdbId)).catch((error) => {
    if (error instanceof VisibleError) return null; // TMDB is too slow, or too many fetches wait
    throw error;
  });
  if (movie || stored) return toMovie(movie ?? stored!);
  return { ...toMovie(UNKNOWN), skip: false, error: true };
}

export function prefetchMovie(app: App, sender: User, imdbId: string): void {
  const stored = find(app, imdbId);
  if (!stored || !isAhead(app, stored.expiresAt, FRESH_MS))
    fetchInBackground(app, sender.id, () => fetchMovie(app, sender.id, imdbId));
}

function fetchMovie(app: App, userId: number, imdbId: string): Promise<MovieRow | null> {
  return coalesce(app, `movie ${imdbId}`, async () => {
    const found = await askTmdb(app, imdbId);
    if (found === undefined) return null;
    const poster = found?.poster ? await fetchImage(app, userId, found.poster) : null;
    const movie: typeof movies.$inferSelect = {
      imdbId,
      ...UNKNOWN,
      ...(found && {
        title: toSingleLine(found.title, 200),
        year: found.year,
        rating: found.rating,
        genres: found.genres.map((genre) => toSingleLine(genre, 40)),
      }),
      ...(await reencodePicture(app, poster?.bytes, { id: find(app, imdbId)?.pictureId })),
      expiresAt: app.now() + FRESH_MS,
    };
    transaction(app.db, () => {
      app.db.insert(movies).values(movie).onConflictDoUpdate({ target: movies.imdbId, set: movie }).run();
    });
    return movie;
  });
}

const tmdb = perApp(() => ({ failing: false }));

/** A failure is not logged if the previous request failed too. */
async function askTmdb(app: App, imdbId: string): Promise<TmdbTitle | null | undefined> {
  try {
    const found = await findTitle(app.config, imdbId);
    tmdb(app).failing = false;
    return found;
  } catch (error) {
    if (!tmdb(app).failing) app.log.warn({ reason: (error as Error).message }, 'TMDB did not answer');
    tmdb(app).failing = true;
  }
}

const find = (app: App, imdbId: string): MovieRow | undefined =>
  app.db.select(COLUMNS).from(movies).where(eq(movies.imdbId, imdbId)).get();

const toMovie = (row: Omit<MovieRow, 'imdbId' | 'expiresAt'>): Movie => ({
  title: row.title,
  year: row.year,
  rating: row.rating,
  genres: row.genres,
  posterUrl: pictureUrl(row),
  posterWidth: row.pictureWidth,
  posterHeight: row.pictureHeight,
  skip: row.title === null,
  error: false,
});
