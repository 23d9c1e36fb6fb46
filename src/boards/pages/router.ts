import { z } from 'zod';
import { answer, router, sessionOnly } from '../../app/trpc';
import * as shapes from '../../contract/pages';
import { proven } from '../../people/auth/proof';
import { addGuestLink, endGuestLink } from './guest-links';
import { listOpenBoards, openBoard, showOwn } from './open-boards';
import { publish, unpublish } from './pages';

export const pagesRouter = router({
  ofBoard: sessionOnly
    .meta({ rest: 'GET /api/boards/{tag}/page', summary: 'Get who reads a board without an account' })
    .input(shapes.ofBoardInput)
    .output(answer(shapes.openBoard))
    .query(({ ctx, input }) => openBoard(ctx.app, ctx.user, input.tag)),

  list: sessionOnly
    .meta({
      rest: 'GET /api/pages',
      summary: "List those of the caller's boards that people without an account read",
    })
    .output(answer(z.array(shapes.openBoard)))
    .query(({ ctx }) => listOpenBoards(ctx.app, ctx.user)),

  publish: proven
    .meta({
      rest: 'PUT /api/boards/{tag}/page',
      summary: 'Publish a board that the caller owns, or change how it is published',
    })
    .input(shapes.publishInput)
    .output(answer(shapes.openBoard))
    .mutation(({ ctx, input }) => publish(ctx.app, ctx.user, input.tag, input)),

  unpublish: sessionOnly
    .meta({ rest: 'DELETE /api/boards/{tag}/page', summary: 'End the page of a board; its address ends too' })
    .input(shapes.ofBoardInput)
    .output(answer(shapes.pageEnded))
    .mutation(({ ctx, input }) => unpublish(ctx.app, ctx.user, input.tag)),

  show: sessionOnly
    .meta({
      rest: 'PUT /api/boards/{tag}/page/own',
      summary: 'Say whether what the caller posts on a board shows on its page, or to guests',
    })
    .input(shapes.showInput)
    .output(answer(shapes.openBoard))
    .mutation(({ ctx, input }) => showOwn(ctx.app, ctx.user, input.tag, input)),

  addGuestLink: proven
    .meta({
      rest: 'POST /api/boards/{tag}/guest-links',
      summary: 'Make a link by which guests read a board that the caller owns, and may post to it',
      status: 201,
    })
    .input(shapes.guestLinkInput)
    .output(answer(shapes.openBoard))
    .mutation(({ ctx, input }) => addGuestLink(ctx.app, ctx.user, input.tag, input)),

  endGuestLink: sessionOnly
    .meta({ rest: 'DELETE /api/boards/{tag}/guest-links/{id}', summary: 'End a guest link at once' })
    .input(shapes.guestLinkIdInput)
    .output(answer(shapes.guestLinkEnded))
    .mutation(({ ctx, input }) => endGuestLink(ctx.app, ctx.user, input.tag, input.id)),
});
