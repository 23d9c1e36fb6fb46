import { answer, BY_BOARD, router, signedIn } from '../app/trpc';
import { describeInput, media, photoWords } from '../contract/media';
import { idInput } from '../contract/text';
import { describe, photoWordsOf } from './words/words';

export const mediaRouter = router({
  words: signedIn
    .meta(BY_BOARD)
    .meta({
      rest: 'GET /api/media/{id}/words',
      summary: 'Read the words in a photo of a message that the caller sees, with their places',
    })
    .input(idInput)
    .output(answer(photoWords))
    .query(({ ctx, input }) => photoWordsOf(ctx.app, ctx.user, input.id)),

  describe: signedIn
    .meta({
      rest: 'PUT /api/media/{id}/alt',
      summary: "Set the alternative text of one of the caller's own photos; an empty text removes it",
    })
    .input(describeInput)
    .output(answer(media))
    .mutation(({ ctx, input }) => describe(ctx.app, ctx.user, input)),
});
