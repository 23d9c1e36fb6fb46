import { answer, router, signedIn } from '../app/trpc';
import { loginInput, numberChanged, numberCodeSent, verifyInput } from '../contract/auth';
import { succeeded } from '../contract/text';
import { accountDeleted } from '../contract/users';
import { forgetDevice } from '../people/auth/challenge';
import { proven } from '../people/auth/proof';
import { endHere } from '../people/auth/sign-in';
import { changeNumber, sendNumberCode } from './change-number';
import { deleteAccount } from './delete-account';

export const phoneRouter = router({
  sendCode: proven
    .meta({
      rest: 'POST /api/profile/phone/code',
      summary: "Text a code to the number that is to become the caller's",
    })
    .input(loginInput)
    .output(answer(numberCodeSent))
    .mutation(({ ctx, input }) => sendNumberCode(ctx, input.phoneNumber)),

  change: proven
    .meta({
      rest: 'POST /api/profile/phone',
      summary: "Move the caller's account to the number to which the code was texted",
    })
    .input(verifyInput)
    .output(answer(numberChanged))
    .mutation(({ ctx, input }) => changeNumber(ctx, input.phoneNumber, input.code)),
});

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
