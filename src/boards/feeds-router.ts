import { z } from 'zod';
import { answer, router, sessionOnly } from '../app/trpc';
import * as shapes from '../contract/feeds';
import { succeeded } from '../contract/text';
import { proven } from '../people/auth/proof';
import { endFeed, listFeeds, renewFeed } from './feeds';

export const feedsRouter = router({
  list: sessionOnly
    .meta({
      rest: 'GET /api/feeds',
      summary: "List the secret addresses of the caller's feeds, newest first",
    })
    .output(answer(z.array(shapes.feed)))
    .query(({ ctx }) => listFeeds(ctx.app, ctx.user)),

  renew: proven
    .meta({
      rest: 'POST /api/feeds',
      summary: 'Make secret addresses of a feed of a board or a search; those before end',
      limit: 'address of a feed by a person a day',
    })
    .input(shapes.feedInput)
    .output(answer(shapes.feed))
    .mutation(({ ctx, input }) => renewFeed(ctx.app, ctx.user, input, ctx)),

  end: sessionOnly
    .meta({ rest: 'DELETE /api/feeds', summary: 'End the secret addresses of a feed' })
    .input(shapes.feedInput)
    .output(answer(shapes.feedEnded))
    .mutation(({ ctx, input }) => {
      endFeed(ctx.app, ctx.user, input);
      return succeeded('The feed has ended.');
    }),
});
