import { eq, sql } from 'drizzle-orm';
import { prepared, relaxedTransaction, replacing } from '../../db/open';
import { movies, type User } from '../../db/schema';
import type { App } from '../app';
import type { Movie } from '../contract/previews';
import { findTitle } from '../outside/tmdb';
import { chargeRateLimit, coalesce, runInBackground, withTimeout } from './fetching';
import { toSingleLine } from './page';
import { NO_PICTURE, pictureUrl, reencodePicture } from './pictures';

type Row = typeof movies.$inferSelect;

const FRESH_MS = 7 * 24 * 3_600_000;

const NONE = { title: null, year: null, rating: null, genres: [], ...NO_PICTURE };

/** The film or series of an IMDb id. When TMDB does not answer, what is known; else an `error`. */
export async function getMovie(app: App, user: User, imdbId: string): Promise<Movie> {
  const known = find(app, imdbId);
  if (known && known.expiresAt > app.now()) return toMovie(known);
  if (!app.config.tmdb.apiKey) return toMovie(NONE);
  chargeRateLimit(app, user);
  try {
    return toMovie(await withTimeout(app, () => ask(app, imdbId)));
  } catch (error) {
    app.log.warn({ reason: (error as Error).message }, 'TMDB did not answer');
    return known ? toMovie(known) : { ...toMovie(NONE), skip: false, error: true };
  }
}

/** Asks TMDB for a message that has just been stored, unless the title is known. */
export function prefetchMovie(app: App, imdbId: string): void {
  const known = find(app, imdbId);
  if (!known || known.expiresAt <= app.now()) runInBackground(app, () => ask(app, imdbId));
}

const keep = replacing(movies, movies.imdbId);

const find = (app: App, imdbId: string): Row | undefined => byId(app.db).get({ imdbId });

const byId = prepared((db) =>
  db
    .select()
    .from(movies)
    .where(eq(movies.imdbId, sql.placeholder('imdbId')))
    .prepare(),
);

function ask(app: App, imdbId: string): Promise<Row> {
  return coalesce(app, `movie ${imdbId}`, async () => {
    const found = await findTitle(app.config, imdbId);
    const poster = found?.poster ? await app.web.get(found.poster, 'image').catch(() => null) : null;
    const row: Row = {
      imdbId,
      ...NONE,
      ...(found && {
        title: toSingleLine(found.title, 200),
        year: found.year,
        rating: found.rating,
        genres: found.genres.map((genre) => toSingleLine(genre, 40)),
      }),
      ...(await reencodePicture(poster?.bytes, { at: find(app, imdbId)?.pictureId })),
      expiresAt: app.now() + FRESH_MS,
    };
    relaxedTransaction(app.db, () => keep(app.db).run(row));
    return row;
  });
}

const toMovie = (row: Omit<Row, 'imdbId' | 'expiresAt'>): Movie => ({
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
