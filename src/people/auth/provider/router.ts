import { answer, browserOnly, router, sessionOnly } from '../../../app/trpc';
import * as shapes from '../../../contract/provider';
import { proven } from '../proof';
import { readIdentity, removeIdentity } from './identities';
import { beginByProvider, finishByProvider } from './sign-in';

export const providerRouter = router({
  start: browserOnly
    .meta({
      rest: 'POST /api/auth/provider',
      summary:
        'Begin a sign-in with the identity provider, and get its address for this browser (with `OIDC_ISSUER`)',
    })
    .output(answer(shapes.providerStarted))
    .mutation(({ ctx }) => beginByProvider(ctx)),

  finish: browserOnly
    .meta({
      rest: 'POST /api/auth/provider/session',
      summary: 'Sign in with what the identity provider answered (with `OIDC_ISSUER`)',
    })
    .input(shapes.providerAnswer)
    .output(answer(shapes.providerFinished))
    .mutation(({ ctx, input }) => finishByProvider(ctx, input)),

  identity: sessionOnly
    .meta({
      rest: 'GET /api/identity',
      summary: 'Who the caller is at the identity provider (with `OIDC_ISSUER`)',
    })
    .output(answer(shapes.identityAnswer))
    .query(({ ctx }) => ({ identity: readIdentity(ctx.app, ctx.user) })),

  remove: proven
    .meta({
      rest: 'DELETE /api/identity',
      summary: 'Sign in with the identity provider no more (with `OIDC_ISSUER`)',
    })
    .output(answer(shapes.identityRemoved))
    .mutation(({ ctx }) => removeIdentity(ctx.app, ctx.user)),
});
