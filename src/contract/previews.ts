import * as z from 'zod/mini';
import { IMDB_ID } from './embeds';
import { withExample } from './example';

export const previewInput = z.object({ url: z.string().check(z.minLength(1, 'An address is needed.')) });

const pixels = z.nullable(z.number());

export const preview = withExample(
  z.object({
    url: z.string(),
    title: z.nullable(z.string()),
    description: z.nullable(z.string()),
    image: z.nullable(z.string()),
    image_width: pixels,
    image_height: pixels,
    site_name: z.nullable(z.string()),
    skip: z.boolean(),
    error: z.boolean(),
  }),
  {
    url: 'https://example.com/ramen',
    title: 'The ramen place',
    description: 'Noodles since 1987',
    image: '/api/previews/images/Zk3vX0hXQm2a9y1TfEo5Lw',
    image_width: 640,
    image_height: 336,
    site_name: 'Example',
    skip: false,
    error: false,
  },
  "The contents of a link's card. `url` is the address at the end of all redirects. `image` is the address of our copy of the picture. `skip` is true if there is nothing to show, `error` if the link could not be fetched.",
);
export type Preview = z.infer<typeof preview>;

export const movieInput = z.object({
  imdbId: z.string().check(z.regex(IMDB_ID, 'An IMDb id looks like tt0133093.')),
});

export const movie = withExample(
  z.object({
    title: z.nullable(z.string()),
    year: z.nullable(z.int()),
    rating: z.nullable(z.number()),
    genres: z.array(z.string()),
    posterUrl: z.nullable(z.string()),
    posterWidth: pixels,
    posterHeight: pixels,
    skip: z.boolean(),
    error: z.boolean(),
  }),
  {
    title: 'The Matrix',
    year: 1999,
    rating: 8.2,
    genres: ['Action', 'Science Fiction'],
    posterUrl: '/api/previews/images/q1w2e3r4t5y6u7i8o9p0aQ',
    posterWidth: 427,
    posterHeight: 640,
    skip: false,
    error: false,
  },
  'A film or series as TMDB describes it. `skip` is true if TMDB does not know the title or no key is set, `error` if TMDB did not answer.',
);
export type Movie = z.infer<typeof movie>;
