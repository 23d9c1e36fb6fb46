import { answer, router, signedIn } from '../../app/trpc';
import { movie, movieInput, preview, previewInput } from '../../contract/previews';
import { getMovie } from './movies';
import { getPreview } from './previews';

export const previewsRouter = router({
  get: signedIn
    .meta({
      rest: 'GET /api/og-preview',
      summary: 'Get what a card shows of a link; nothing with `skip` or `error`',
      limit: 'preview for a person',
    })
    .input(previewInput)
    .output(answer(preview))
    .query(({ ctx, input }) => getPreview(ctx.app, ctx.user, input.url)),

  movie: signedIn
    .meta({
      rest: 'GET /api/tmdb/movie/{imdbId}',
      summary: 'Get a film or series from TMDB by its IMDb id',
    })
    .input(movieInput)
    .output(answer(movie))
    .query(({ ctx, input }) => getMovie(ctx.app, ctx.user, input.imdbId)),
});
