import { z } from 'zod';
import { answer, BY_BOARD, router, signedIn, versioned } from '../app/trpc';
import { privateBoardCard, sharedBoardCard } from '../contract/board-lists';
import { tagInput, tagRemoval, tagRemoved, tagRestored } from '../contract/boards';
import * as shapes from '../contract/messages';
import { idInput } from '../contract/text';
import { privateBoardCards, sharedBoardCards } from './board-cards';
import { restoreMessage, restoreTag } from './deleted-messages';
import { edit } from './editing';
import { requireMessage } from './find';
import { allMessages, countMessages, messagesOfSharedBoard, messagesOfTag, threadOf } from './lists';
import { addMessage } from './messages';
import { pinMessage } from './pins';
import { readPolledPage } from './polled-pages';
import { react } from './reactions';
import { countTagRemoval, removeOwnMessage, removeTag, takeOffBoard } from './removal';
import { tick } from './ticks';

export const messagesRouter = router({
  list: versioned
    .meta(BY_BOARD)
    .meta({
      rest: 'GET /api/messages',
      summary: 'List every message that the caller sees, newest first; one page with `limit` and `before`',
      count: ({ app, user }, input: shapes.Page) => countMessages(app, user, input),
    })
    .input(shapes.page)
    .output(answer(z.array(shapes.message)))
    .query(({ ctx, input }) => allMessages(ctx.app, ctx.user, input)),

  byTag: versioned
    .meta(BY_BOARD)
    .meta({
      rest: 'GET /api/messages/tag/{tag}',
      summary: "List the messages on the board of one of the caller's tags, private or shared",
      count: ({ app, user }, input: shapes.Page & { tag: string }) =>
        countMessages(app, user, input, input.tag),
    })
    .input(shapes.messagesOfTagInput)
    .output(answer(z.array(shapes.message)))
    .query(({ ctx, input }) => messagesOfTag(ctx.app, ctx.user, input.tag, input)),

  onSharedBoard: versioned
    .meta(BY_BOARD)
    .meta({
      rest: 'GET /api/shared-boards/{name}/messages',
      summary: 'List the messages on a shared board that the caller is on',
      count: ({ app, user }, input: shapes.Page & { name: string }) =>
        countMessages(app, user, input, input.name),
    })
    .input(shapes.messagesOfBoardInput)
    .output(answer(z.array(shapes.message)))
    .query(({ ctx, input }) => messagesOfSharedBoard(ctx.app, ctx.user, input.name, input)),

  polledPage: versioned
    .meta(BY_BOARD)
    .meta({
      rest: 'GET /api/messages/page',
      summary:
        'List the ids of one page of all messages, or of those of `tag`, and what is new of them since `after`',
    })
    .input(shapes.polledPageInput)
    .output(answer(shapes.polledPage))
    .query(({ ctx, input }) => readPolledPage(ctx.app, ctx.user, input)),

  get: versioned
    .meta(BY_BOARD)
    .meta({ rest: 'GET /api/messages/{id}', summary: 'Read a message that the caller sees' })
    .input(idInput)
    .output(answer(shapes.message))
    .query(({ ctx, input }) => requireMessage(ctx.app, ctx.user, input.id)),

  thread: versioned
    .meta(BY_BOARD)
    .meta({
      rest: 'GET /api/messages/{id}/thread',
      summary:
        'List a message with the one that began its thread and all replies, as far as the caller sees them',
    })
    .input(idInput)
    .output(answer(z.array(shapes.message)))
    .query(({ ctx, input }) => threadOf(ctx.app, ctx.user, input.id)),

  add: signedIn
    .meta(BY_BOARD)
    .meta({
      rest: 'POST /api/messages',
      summary: 'Save a message on the boards of its tags and hashtags, or as a reply to another message',
      status: 201,
    })
    .input(shapes.addMessageInput)
    .output(answer(shapes.message))
    .mutation(({ ctx, input }) => addMessage(ctx.app, ctx.user, input)),

  edit: signedIn
    .meta(BY_BOARD)
    .meta({
      rest: 'PATCH /api/messages/{id}',
      summary: "Change the text or the tags of one of the caller's own messages",
    })
    .input(shapes.editMessageInput)
    .output(answer(shapes.message))
    .mutation(({ ctx, input }) => edit(ctx.app, ctx.user, input.id, input)),

  react: signedIn
    .meta(BY_BOARD)
    .meta({
      rest: 'PUT /api/messages/{id}/reactions',
      summary: 'React with an emoji to a message that the caller sees, or take the reaction back',
    })
    .input(shapes.reactInput)
    .output(answer(shapes.message))
    .mutation(({ ctx, input }) => react(ctx.app, ctx.user, input)),

  tick: signedIn
    .meta(BY_BOARD)
    .meta({
      rest: 'PUT /api/messages/{id}/ticks',
      summary: 'Tick an item of a list that the caller sees, or untick it',
    })
    .input(shapes.tickInput)
    .output(answer(shapes.message))
    .mutation(({ ctx, input }) => tick(ctx.app, ctx.user, input)),

  pin: signedIn
    .meta(BY_BOARD)
    .meta({
      rest: 'PUT /api/boards/{tag}/messages/{id}/pin',
      summary: "Pin a message to the top of one of the caller's boards, for all its members, or unpin it",
    })
    .input(shapes.pinMessageInput)
    .output(answer(shapes.message))
    .mutation(({ ctx, input }) => pinMessage(ctx.app, ctx.user, input)),

  remove: signedIn
    .meta(BY_BOARD)
    .meta({
      rest: 'DELETE /api/messages/{id}',
      summary: "Delete one of the caller's own messages from every board it is on",
    })
    .input(idInput)
    .output(answer(shapes.messageRemoved))
    .mutation(({ ctx, input }) => removeOwnMessage(ctx.app, ctx.user, input.id)),

  restore: signedIn
    .meta({
      rest: 'POST /api/messages/{id}/restore',
      summary: 'Take back the deletion of a message of the last ten minutes',
    })
    .input(idInput)
    .output(answer(shapes.message))
    .mutation(({ ctx, input }) => restoreMessage(ctx.app, ctx.user, input.id)),

  takeOff: signedIn
    .meta({
      rest: 'DELETE /api/shared-boards/{boardId}/messages/{id}',
      summary: 'Take a message off a board that the caller owns; it stays with its sender',
    })
    .input(shapes.messageOnBoardInput)
    .output(answer(shapes.messageTakenOff))
    .mutation(({ ctx, input }) => takeOffBoard(ctx.app, ctx.user, input.boardId, input.id)),
});

export const boardMessagesRouter = router({
  tagsWithCounts: versioned
    .meta(BY_BOARD)
    .meta({
      rest: 'GET /api/tags-with-counts',
      summary: "List the caller's private boards with their message counts and newest messages",
    })
    .output(answer(z.array(privateBoardCard)))
    .query(({ ctx }) => privateBoardCards(ctx.app, ctx.user)),

  sharedWithCounts: versioned
    .meta(BY_BOARD)
    .meta({
      rest: 'GET /api/shared-boards-with-counts',
      summary: 'List the shared boards that the caller is on, with message counts and newest messages',
    })
    .output(answer(z.array(sharedBoardCard)))
    .query(({ ctx }) => sharedBoardCards(ctx.app, ctx.user)),

  tagRemoval: signedIn
    .meta({
      rest: 'GET /api/tags/{tag}',
      summary: 'Count the messages that deleting a tag would delete, and those of them on other boards too',
      // not versioned: `elsewhere` also counts boards that the caller has left, and changes of those boards
      // do not raise the caller's version
    })
    .input(tagInput)
    .output(answer(tagRemoval))
    .query(({ ctx, input }) => countTagRemoval(ctx.app, ctx.user, input.tag)),

  removeTag: signedIn
    .meta({
      rest: 'DELETE /api/tags/{tag}',
      summary: "Delete one of the caller's private boards and all messages on it",
    })
    .input(tagInput)
    .output(answer(tagRemoved))
    .mutation(({ ctx, input }) => removeTag(ctx.app, ctx.user, input.tag)),

  restoreTag: signedIn
    .meta({
      rest: 'POST /api/tags/{tag}/restore',
      summary: 'Take back the deletion of a tag of the last ten minutes',
    })
    .input(tagInput)
    .output(answer(tagRestored))
    .mutation(({ ctx, input }) => restoreTag(ctx.app, ctx.user, input.tag)),
});
