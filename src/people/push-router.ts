import { z } from 'zod';
import { answer, type Context, router, sessionOnly, signedIn } from '../app/trpc';
import * as shapes from '../contract/push';
import { idInput } from '../contract/text';
import { pushKeys } from '../outbox/push/keys';
import { hidePushOffer, readPushOffer } from '../outbox/push/offer';
import { listSubscriptions, setShowsText, subscribe, unsubscribe } from '../outbox/push/subscriptions';
import { sendTestPush } from '../outbox/push/test-push';
import { requireSession } from './auth/sessions';

const sessionOf = ({ app, cookie }: Context): string => requireSession(app, cookie).id;

export const pushRouter = router({
  key: signedIn
    .meta({ rest: 'GET /api/push/key', summary: 'The key with which a browser subscribes to pushes' })
    .output(answer(shapes.pushKey))
    .query(({ ctx }) => ({ publicKey: pushKeys(ctx.app).publicKey })),

  list: sessionOnly
    .meta({
      rest: 'GET /api/push/subscriptions',
      summary: 'List the browsers of the caller that get pushes, the own first',
    })
    .output(answer(z.array(shapes.pushSubscription)))
    .query(({ ctx }) => listSubscriptions(ctx.app, ctx.user, sessionOf(ctx))),

  subscribe: sessionOnly
    .meta({
      rest: 'POST /api/push/subscriptions',
      summary: 'Have pushes sent to the browser that makes this call, instead of texts',
      status: 201,
    })
    .input(shapes.pushSubscriptionInput)
    .output(answer(shapes.pushSubscription))
    .mutation(({ ctx, input }) => subscribe(ctx.app, ctx.user, sessionOf(ctx), input)),

  change: sessionOnly
    .meta({
      rest: 'PATCH /api/push/subscriptions/{id}',
      summary: 'Set whether pushes to a browser quote messages',
    })
    .input(shapes.pushSubscriptionChange)
    .output(answer(shapes.pushSubscription))
    .mutation(({ ctx, input }) => setShowsText(ctx.app, ctx.user, sessionOf(ctx), input)),

  remove: sessionOnly
    .meta({ rest: 'DELETE /api/push/subscriptions/{id}', summary: 'End the pushes to a browser' })
    .input(idInput)
    .output(answer(shapes.pushSubscriptionRemoved))
    .mutation(({ ctx, input }) => unsubscribe(ctx.app, ctx.user, input.id)),

  offer: sessionOnly
    .meta({
      rest: 'GET /api/push/offer',
      summary: 'Whether the web app offers the caller pushes in place of texts',
    })
    .output(answer(shapes.pushOffer))
    .query(({ ctx }) => readPushOffer(ctx.app, ctx.user)),

  hideOffer: sessionOnly
    .meta({ rest: 'DELETE /api/push/offer', summary: 'Hide the offer of pushes for good, on all devices' })
    .output(answer(shapes.pushOffer))
    .mutation(({ ctx }) => hidePushOffer(ctx.app, ctx.user)),

  test: sessionOnly
    .meta({ rest: 'POST /api/push/test', summary: 'Send a push to the browser that makes this call' })
    .output(answer(shapes.testPushSent))
    .mutation(({ ctx }) => sendTestPush(ctx.app, ctx.user, sessionOf(ctx))),
});
