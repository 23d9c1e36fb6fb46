import * as z from 'zod/mini';
import { IMDB_ID } from './embeds';

export const previewInput = z.object({ url: z.string().check(z.minLength(1, 'An address is needed.')) });

const size = z.nullable(z.number());

/**
 * What is shown of a link (spec 3). With `skip` there is nothing worth showing, with `error` nothing could be had;
 * why is told to nobody. `url` is where the address led, `image` our own copy.
 */
export const preview = z.object({
  url: z.string(),
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  image: z.nullable(z.string()),
  image_width: size,
  image_height: size,
  site_name: z.nullable(z.string()),
  skip: z.boolean(),
  error: z.boolean(),
});
export type Preview = z.infer<typeof preview>;

export const movieInput = z.object({
  imdbId: z.string().check(z.regex(IMDB_ID, 'An IMDb id looks like tt0133093.')),
});

/** A film or series from TMDB. With `skip` it is not known there, or there is no key; with `error` TMDB did not answer. */
export const movie = z.object({
  title: z.nullable(z.string()),
  year: z.nullable(z.number()),
  rating: z.nullable(z.number()),
  genres: z.array(z.string()),
  posterUrl: z.nullable(z.string()),
  posterWidth: size,
  posterHeight: size,
  skip: z.boolean(),
  error: z.boolean(),
});
export type Movie = z.infer<typeof movie>;
