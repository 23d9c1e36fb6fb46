import { z } from 'zod';
import { sharedBoard, sharedBoardWithCount, tagWithCount } from '../contract/boards';
import { router, signedIn } from '../trpc';
import { sharedWithCounts, tagsWithCounts } from './boards';

export const boardsRouter = router({
  tags: signedIn
    .meta({
      rest: 'GET /api/tags',
      summary: "The caller's private boards, by their tags",
      output: z.array(z.string()),
      example: ['food', 'uncategorized'],
      versioned: true,
    })
    .query(({ ctx }) => tagsWithCounts(ctx.app, ctx.user).map(({ tag }) => tag)),

  tagsWithCounts: signedIn
    .meta({
      rest: 'GET /api/tags-with-counts',
      summary: "The caller's private boards with how many messages each holds",
      output: z.array(tagWithCount),
      example: [{ tag: 'food', count: 12 }],
      versioned: true,
    })
    .query(({ ctx }) => tagsWithCounts(ctx.app, ctx.user)),

  shared: signedIn
    .meta({
      rest: 'GET /api/shared-boards',
      summary: 'The shared boards the caller is on',
      output: z.array(sharedBoard),
      example: [{ id: 7, name: 'house', role: 'owner' }],
      versioned: true,
    })
    .query(({ ctx }) =>
      sharedWithCounts(ctx.app, ctx.user).map(({ id, name, role }) => ({ id, name, role })),
    ),

  sharedWithCounts: signedIn
    .meta({
      rest: 'GET /api/shared-boards-with-counts',
      summary: 'The shared boards the caller is on, with how many messages each holds',
      output: z.array(sharedBoardWithCount),
      example: [{ id: 7, name: 'house', role: 'owner', count: 3 }],
      versioned: true,
    })
    .query(({ ctx }) => sharedWithCounts(ctx.app, ctx.user)),
});
