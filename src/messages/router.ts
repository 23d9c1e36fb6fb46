import { z } from 'zod';
import { boardOf } from '../boards/boards';
import { addMessageInput, type Message, message, messagesOfTagInput, page } from '../contract/messages';
import { router, signedIn } from '../trpc';
import { deliver } from './deliver';
import { allMessages, messagesOn } from './lists';
import { create } from './messages';

const example: Message = {
  id: 42,
  content: 'Try the ramen place #food',
  tags: ['food'],
  timestamp: '2026-01-31T12:00:00.000Z',
  mediaUrl: null,
  mediaType: null,
  media: [],
  senderId: 1,
  senderFirstName: 'Ann',
  senderLastName: 'Lee',
  senderDisplayName: 'Ann Lee',
  senderAvatarUrl: null,
  source: 'sms',
};

export const messagesRouter = router({
  list: signedIn
    .meta({
      rest: 'GET /api/messages',
      summary: 'Every message the caller sees, newest first; with `limit` and `before` one page',
      output: z.array(message),
      example: [example],
      versioned: true,
    })
    .input(page)
    .query(({ ctx, input }) => allMessages(ctx.app, ctx.user, input)),

  byTag: signedIn
    .meta({
      rest: 'GET /api/messages/tag/{tag}',
      summary: "The messages on the board of one of the caller's tags, private or shared",
      output: z.array(message),
      example: [example],
      versioned: true,
    })
    .input(messagesOfTagInput)
    .query(({ ctx, input }) => messagesOn(ctx.app, ctx.user, boardOf(ctx.app, ctx.user, input.tag), input)),

  onSharedBoard: signedIn
    .meta({
      rest: 'GET /api/shared-boards/{name}/messages',
      summary: 'The messages on a shared board the caller is on',
      output: z.array(message),
      example: [{ ...example, tags: ['house'], content: 'New lamp #house' }],
      versioned: true,
    })
    .input(z.object({ ...page.shape, name: messagesOfTagInput.shape.tag }))
    .query(({ ctx, input }) =>
      messagesOn(ctx.app, ctx.user, boardOf(ctx.app, ctx.user, input.name, 'shared'), input),
    ),

  add: signedIn
    .meta({
      rest: 'POST /api/messages',
      summary: 'Save a message on the boards of its tags and hashtags',
      output: message,
      status: 201,
      example,
      exampleInput: { content: 'Try the ramen place', tags: ['food'], source: 'ui' },
    })
    .input(addMessageInput)
    .mutation(({ ctx, input }) => {
      const source = input.source === 'ui' ? 'ui' : 'api';
      const tags = [...(input.tags ?? []), ...(input.hashtags ?? [])];
      const { content, mediaIds } = input;
      return deliver(ctx.app, ctx.user, create(ctx.app, ctx.user, { content, tags, source, mediaIds }));
    }),
});
