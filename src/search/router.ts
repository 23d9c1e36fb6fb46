import { z } from 'zod';
import { answer, BY_BOARD, operator, router, signedIn } from '../app/trpc';
import { withCommas } from '../contract/counts';
import { FOUND_MAX, RELATED_MAX } from '../contract/limits';
import { message } from '../contract/messages';
import {
  batchEmbedAnswer,
  countFoundInput,
  foundCount,
  embeddingProgress as progress,
  type SearchInput,
  searchInput,
} from '../contract/search';
import { idInput } from '../contract/text';
import { markFound } from '../people/first-steps';
import { embedAll, embeddingProgress } from './meaning/embedding';
import { related } from './related';
import { countFound, countListed, search } from './search';

export const searchRouter = router({
  messages: signedIn
    .meta(BY_BOARD)
    .meta({
      rest: 'GET /api/messages/search',
      summary: 'Search the messages the caller sees, best first; `board` limits it to the board of that tag',
      limit: 'search by a person',
      count: ({ app, user }, input: SearchInput) => countListed(app, user, input),
    })
    .output(answer(z.array(message)))
    .input(searchInput)
    .query(async ({ ctx, input }) => {
      const found = await search(ctx.app, ctx.user, input);
      if (found.length > 0) markFound(ctx.app, ctx.user);
      return found;
    }),

  count: signedIn
    .meta(BY_BOARD)
    .meta({
      rest: 'GET /api/messages/search/count',
      summary: `Count the messages that a search finds, up to ${withCommas(FOUND_MAX)}`,
      limit: 'search by a person',
    })
    .output(answer(foundCount))
    .input(countFoundInput)
    .query(({ ctx, input }) => countFound(ctx.app, ctx.user, input)),

  related: signedIn
    .meta({
      rest: 'GET /api/messages/{id}/related',
      summary: `List at most ${RELATED_MAX} of the caller's own messages that mean nearly the same as one of them`,
      limit: 'search by a person',
    })
    .input(idInput)
    .output(answer(z.array(message)))
    .query(({ ctx, input }) => related(ctx.app, ctx.user, input.id)),

  embed: operator
    .meta({
      rest: 'POST /api/admin/batch-embed',
      summary:
        'Embed all messages that have no embedding yet, to find them by meaning; a long run goes on by itself',
    })
    .output(answer(batchEmbedAnswer))
    .mutation(({ ctx }) => embedAll(ctx.app)),

  embedding: operator
    .meta({
      rest: 'GET /api/admin/batch-embed',
      summary: 'Show how far embedding has come, and what keeps it from going on',
    })
    .output(answer(progress))
    .query(({ ctx }) => embeddingProgress(ctx.app)),
});
