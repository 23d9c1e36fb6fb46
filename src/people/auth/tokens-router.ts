import { z } from 'zod';
import { answer, router, sessionOnly } from '../../app/trpc';
import { idInput } from '../../contract/text';
import { accessToken, createdToken, tokenInput, tokenRevoked } from '../../contract/tokens';
import { proven } from './proof';
import { createToken, listTokens, revokeToken } from './tokens';

export const tokensRouter = router({
  list: sessionOnly
    .meta({
      rest: 'GET /api/tokens',
      summary: "List the caller's access tokens, newest first, without the tokens themselves",
    })
    .output(answer(z.array(accessToken)))
    .query(({ ctx }) => listTokens(ctx.app, ctx.user)),

  create: proven
    .meta({
      rest: 'POST /api/tokens',
      summary: 'Make an access token; only this answer contains it',
      status: 201,
      limit: 'access token by a person a day',
    })
    .input(tokenInput)
    .output(answer(createdToken))
    .mutation(({ ctx, input }) => createToken(ctx.app, ctx.user, input, ctx)),

  revoke: sessionOnly
    .meta({ rest: 'DELETE /api/tokens/{id}', summary: "Revoke one of the caller's access tokens" })
    .input(idInput)
    .output(answer(tokenRevoked))
    .mutation(({ ctx, input }) => revokeToken(ctx.app, ctx.user, input.id)),
});
