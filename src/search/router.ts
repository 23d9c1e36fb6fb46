import { z } from 'zod';
import { message } from '../contract/messages';
import { searchInput } from '../contract/search';
import { router, signedIn } from '../trpc';
import { search } from './search';

export const searchRouter = router({
  messages: signedIn
    .meta({
      rest: 'GET /api/messages/search',
      summary:
        'The messages the caller sees that a question finds, best first; `board` stays on the board of that tag',
      output: z.array(message),
      example: [],
      exampleInput: { q: 'ramen #food from:bob' },
    })
    .input(searchInput)
    .query(({ ctx, input }) => search(ctx.app, ctx.user, input)),
});
