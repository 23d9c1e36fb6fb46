import { answer, router, signedIn } from '../app/trpc';
import { succeeded } from '../contract/text';
import { accountDeleted } from '../contract/users';
import { forgetDevice } from '../people/auth/challenge';
import { endHere } from '../people/auth/sign-in';
import { deleteAccount } from './delete-account';

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
      await endHere(ctx);
      return succeeded('Your account and all associated data have been permanently deleted.');
    }),
});
