import { movie, movieInput, preview, previewInput } from '../contract/previews';
import { answer, router, signedIn } from '../trpc';
import { getMovie } from './movies';
import { getPreview } from './previews';

export const previewsRouter = router({
  get: signedIn
    .meta({
      rest: 'GET /api/og-preview',
      summary: 'What is shown of a link; with `skip` or `error` nothing',
    })
    .output(
      answer(preview, {
        url: 'https://example.com/ramen',
        title: 'The ramen place',
        description: 'Noodles since 1987',
        image: '/api/previews/images/Zk3vX0hXQm2a9y1TfEo5Lw',
        image_width: 640,
        image_height: 336,
        site_name: 'Example',
        skip: false,
        error: false,
      }),
    )
    .input(previewInput)
    .query(({ ctx, input }) => getPreview(ctx.app, ctx.user, input.url)),

  movie: signedIn
    .meta({
      rest: 'GET /api/tmdb/movie/{imdbId}',
      summary: 'A film or series by its IMDb id, from TMDB',
    })
    .output(
      answer(movie, {
        title: 'The Matrix',
        year: 1999,
        rating: 8.2,
        genres: ['Action', 'Science Fiction'],
        posterUrl: '/api/previews/images/q1w2e3r4t5y6u7i8o9p0aQ',
        posterWidth: 427,
        posterHeight: 640,
        skip: false,
        error: false,
      }),
    )
    .input(movieInput)
    .query(({ ctx, input }) => getMovie(ctx.app, ctx.user, input.imdbId)),
});
