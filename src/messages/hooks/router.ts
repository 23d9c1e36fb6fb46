import { z } from 'zod';
import { answer, router, sessionOnly } from '../../app/trpc';
import * as shapes from '../../contract/hooks';
import { idInput } from '../../contract/text';
import { proven } from '../../people/auth/proof';
import {
  changeHook,
  createHook,
  listDeliveries,
  listHooks,
  removeHook,
  rotateSecret,
  sendAgain,
  sendTest,
} from './hooks';

export const hooksRouter = router({
  list: sessionOnly
    .meta({
      rest: 'GET /api/hooks',
      summary: "List the caller's webhooks, newest first, without their secrets",
    })
    .output(answer(z.array(shapes.hook)))
    .query(({ ctx }) => listHooks(ctx.app, ctx.user)),

  create: proven
    .meta({
      rest: 'POST /api/hooks',
      summary:
        'Make a webhook, to which what happens on boards is posted; only this answer contains its secret',
      status: 201,
      limit: 'webhook by a person a day',
    })
    .input(shapes.hookInput)
    .output(answer(shapes.hookWithSecret))
    .mutation(({ ctx, input }) => createHook(ctx.app, ctx.user, input, ctx)),

  change: proven
    .meta({ rest: 'PATCH /api/hooks/{id}', summary: 'Change a webhook, or switch it off or on' })
    .input(shapes.changeHookInput)
    .output(answer(shapes.hook))
    .mutation(({ ctx, input }) => changeHook(ctx.app, ctx.user, input, ctx)),

  rotate: proven
    .meta({
      rest: 'POST /api/hooks/{id}/secret',
      summary: 'Make a new secret of a webhook; calls are signed with the one before as well for a day',
      limit: 'webhook by a person a day',
    })
    .input(idInput)
    .output(answer(shapes.hookWithSecret))
    .mutation(({ ctx, input }) => rotateSecret(ctx.app, ctx.user, input.id, ctx)),

  remove: sessionOnly
    .meta({ rest: 'DELETE /api/hooks/{id}', summary: 'Remove a webhook, with what waits for it' })
    .input(idInput)
    .output(answer(shapes.hookRemoved))
    .mutation(({ ctx, input }) => removeHook(ctx.app, ctx.user, input.id)),

  deliveries: sessionOnly
    .meta({
      rest: 'GET /api/hooks/{id}/deliveries',
      summary: 'List the last hundred events of a webhook, newest first',
    })
    .input(idInput)
    .output(answer(z.array(shapes.delivery)))
    .query(({ ctx, input }) => listDeliveries(ctx.app, ctx.user, input.id)),

  sendAgain: sessionOnly
    .meta({
      rest: 'POST /api/hooks/{id}/deliveries/{deliveryId}',
      summary: 'Send an event of a webhook again',
      limit: 'webhook sent again by a person an hour',
    })
    .input(shapes.deliveryInput)
    .output(answer(shapes.hookQueued))
    .mutation(({ ctx, input }) => sendAgain(ctx.app, ctx.user, input)),

  test: sessionOnly
    .meta({
      rest: 'POST /api/hooks/{id}/test',
      summary: 'Send an event of the type `test` to a webhook',
      limit: 'webhook sent again by a person an hour',
    })
    .input(idInput)
    .output(answer(shapes.hookQueued))
    .mutation(({ ctx, input }) => sendTest(ctx.app, ctx.user, input.id)),
});
