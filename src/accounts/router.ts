import { revokeSession } from '../auth/sessions';
import { done } from '../contract/text';
import { answer, router, signedIn } from '../trpc';
import { deleteAccount } from './accounts';

const DELETED = {
  success: true as const,
  message: 'Your account and all associated data have been permanently deleted.',
};

export const accountsRouter = router({
  deleteAccount: signedIn
    .meta({
      rest: 'DELETE /api/auth/delete-account',
      summary: "Delete the caller's account and everything that is theirs",
    })
    .output(answer(done, DELETED))
    .mutation(async ({ ctx }) => {
      deleteAccount(ctx.app, ctx.user);
      ctx.resHeaders.append('set-cookie', await revokeSession(ctx.app, ctx.cookie));
      return DELETED;
    }),
});
