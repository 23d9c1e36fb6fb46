import { forgetDevice } from '../auth/challenge';
import { revokeSession } from '../auth/sessions';
import { succeeded } from '../contract/text';
import { accountDeleted } from '../contract/users';
import { answer, router, signedIn } from '../trpc';
import { deleteAccount } from './accounts';

export const accountsRouter = router({
  deleteAccount: signedIn
    .meta({
      rest: 'DELETE /api/auth/delete-account',
      summary: "Delete the caller's account and everything that is theirs",
      refusesTokens: true,
    })
    .output(answer(accountDeleted))
    .mutation(async ({ ctx }) => {
      deleteAccount(ctx.app, ctx.user);
      forgetDevice(ctx);
      ctx.resHeaders.append('set-cookie', await revokeSession(ctx.app, ctx.cookie));
      return succeeded('Your account and all associated data have been permanently deleted.');
    }),
});
