import { z } from 'zod';
import { requireBoard } from '../boards/boards';
import { tagInput, tagRemoval } from '../contract/boards';
import { withExample } from '../contract/example';
import {
  addMessageInput,
  editMessageInput,
  type Message,
  message,
  messageInput,
  messageOnBoardInput,
  messagesOfTagInput,
  page,
} from '../contract/messages';
import { done } from '../contract/text';
import { answer, router, signedIn } from '../trpc';
import { deliverTo } from './deliver';
import { edit, takeOffBoard } from './editing';
import { idempotently } from './idempotency';
import { allMessages, messagesOnBoard } from './lists';
import { create } from './messages';
import { countTagRemoval, removeOwnMessage, removeTag } from './removal';

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

const DELETED = { success: true as const, message: 'The message has been permanently removed.' };
const TAKEN_OFF = { success: true as const, message: 'The message is no longer on the board.' };

export const messagesRouter = router({
  list: signedIn
    .meta({
      rest: 'GET /api/messages',
      summary: 'Every message the caller sees, newest first; with `limit` and `before` one page',
      versioned: true,
    })
    .output(answer(z.array(message), [example]))
    .input(page)
    .query(({ ctx, input }) => allMessages(ctx.app, ctx.user, input)),

  byTag: signedIn
    .meta({
      rest: 'GET /api/messages/tag/{tag}',
      summary: "The messages on the board of one of the caller's tags, private or shared",
      versioned: true,
    })
    .output(answer(z.array(message), [example]))
    .input(messagesOfTagInput)
    .query(({ ctx, input }) =>
      messagesOnBoard(ctx.app, ctx.user, requireBoard(ctx.app, ctx.user, input.tag), input),
    ),

  onSharedBoard: signedIn
    .meta({
      rest: 'GET /api/shared-boards/{name}/messages',
      summary: 'The messages on a shared board the caller is on',
      versioned: true,
    })
    .output(answer(z.array(message), [{ ...example, tags: ['house'], content: 'New lamp #house' }]))
    .input(z.object({ ...page.shape, name: messagesOfTagInput.shape.tag }))
    .query(({ ctx, input }) =>
      messagesOnBoard(ctx.app, ctx.user, requireBoard(ctx.app, ctx.user, input.name, 'shared'), input),
    ),

  add: signedIn
    .meta({
      rest: 'POST /api/messages',
      summary: 'Save a message on the boards of its tags and hashtags',
      status: 201,
    })
    .output(answer(message, example))
    .input(withExample(addMessageInput, { content: 'Try the ramen place', tags: ['food'], source: 'ui' }))
    .mutation(({ ctx, input }) => {
      const source = input.source === 'ui' ? 'ui' : 'api';
      const tags = [...(input.tags ?? []), ...(input.hashtags ?? [])];
      const { content, mediaIds } = input;
      const id = idempotently(ctx.app, ctx.user, input, () =>
        create(ctx.app, ctx.user, { content, tags, source, mediaIds }),
      );
      return deliverTo(ctx.app, ctx.user, id);
    }),

  edit: signedIn
    .meta({
      rest: 'PATCH /api/messages/{id}',
      summary: "Change the text or the tags of a message of the caller's own",
    })
    .output(answer(message, { ...example, content: 'Try the ramen place' }))
    .input(withExample(editMessageInput, { id: 42, content: 'Try the ramen place', tags: ['food'] }))
    .mutation(({ ctx, input: { id, content, tags, hashtags } }) => {
      const both = tags || hashtags ? [...(tags ?? []), ...(hashtags ?? [])] : undefined;
      edit(ctx.app, ctx.user, id, { content, tags: both });
      return deliverTo(ctx.app, ctx.user, id);
    }),

  remove: signedIn
    .meta({
      rest: 'DELETE /api/messages/{id}',
      summary: "Delete a message of the caller's own, from every board it is on",
    })
    .output(answer(done, DELETED))
    .input(messageInput)
    .mutation(({ ctx, input }) => {
      removeOwnMessage(ctx.app, ctx.user, input.id);
      return DELETED;
    }),

  takeOff: signedIn
    .meta({
      rest: 'DELETE /api/shared-boards/{boardId}/messages/{id}',
      summary: "Take somebody's message off a board the caller owns; it stays with its sender",
    })
    .output(answer(done, TAKEN_OFF))
    .input(messageOnBoardInput)
    .mutation(({ ctx, input }) => {
      takeOffBoard(ctx.app, ctx.user, input.boardId, input.id);
      return TAKEN_OFF;
    }),
});

/** What one does to a tag that one does to its messages; part of `boards`. */
export const tagsRouter = router({
  tagRemoval: signedIn
    .meta({
      rest: 'GET /api/tags/{tag}',
      summary: 'How many messages deleting a tag would delete, and how many of them are on other boards too',
      // not versioned: `elsewhere` counts boards that the caller has left as well
    })
    .output(answer(tagRemoval, { tag: 'food', count: 12, elsewhere: 3 }))
    .input(tagInput)
    .query(({ ctx, input }) => countTagRemoval(ctx.app, ctx.user, input.tag)),

  removeTag: signedIn
    .meta({
      rest: 'DELETE /api/tags/{tag}',
      summary: "Delete a private board of the caller's and all messages on it",
    })
    .output(answer(done, { success: true, message: 'All messages with #food have been removed.' }))
    .input(tagInput)
    .mutation(({ ctx, input }) => {
      removeTag(ctx.app, ctx.user, input.tag);
      return { success: true as const, message: `All messages with #${input.tag} have been removed.` };
    }),
});
