import * as z from 'zod/mini';
import { IMDB_ID } from './embeds';
import { objectOf, sample } from './example';

export const previewInput = z.object({ url: z.string().check(z.minLength(1, 'An address is needed.')) });

const pixels = z.nullable(z.number());

export const preview = objectOf(
  {
    url: sample(z.string(), 'https://example.com/ramen'),
    title: sample(z.nullable(z.string()), 'The ramen place'),
    description: sample(z.nullable(z.string()), 'Noodles since 1987'),
    image: sample(z.nullable(z.string()), '/api/previews/images/Zk3vX0hXQm2a9y1TfEo5Lw'),
    image_width: sample(pixels, 640),
    image_height: sample(pixels, 336),
    site_name: sample(z.nullable(z.string()), 'Example'),
    skip: sample(z.boolean(), false),
    error: sample(z.boolean(), false),
  },
  "The contents of a link's card. `url` is the address at the end of all redirects. `image` is the address of our copy of the picture. `skip` is true if there is nothing to show, `error` if the link could not be fetched.",
);
export type Preview = z.infer<typeof preview>;

export const movieInput = z.object({
  imdbId: z.string().check(z.regex(IMDB_ID, 'An IMDb id looks like tt0133093.')),
});

export const movie = objectOf(
  {
    title: sample(z.nullable(z.string()), 'The Matrix'),
    year: sample(z.nullable(z.int()), 1999),
    rating: sample(z.nullable(z.number()), 8.2),
    genres: sample(z.array(z.string()), ['Action', 'Science Fiction']),
    posterUrl: sample(z.nullable(z.string()), '/api/previews/images/q1w2e3r4t5y6u7i8o9p0aQ'),
    posterWidth: sample(pixels, 427),
    posterHeight: sample(pixels, 640),
    skip: sample(z.boolean(), false),
    error: sample(z.boolean(), false),
  },
  'A film or series as TMDB describes it. `skip` is true if TMDB does not know the title or no key is set, `error` if TMDB did not answer.',
);
export type Movie = z.infer<typeof movie>;
