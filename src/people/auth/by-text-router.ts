import { answer, anyone, router } from '../../app/trpc';
import { signInByTextAnswer, signInByTextInput, signInByTextState, verifyAnswer } from '../../contract/auth';
import { parsePhone } from '../users';
import { findSignInState, finishSignIn, startSignIn } from './by-text';
import { readTextChallenge, removeTextChallenge, setTextChallenge } from './challenge';
import { signIn } from './router';

export const signInByTextRouter = router({
  start: anyone
    .meta({
      rest: 'POST /api/auth/text',
      summary: 'What to text from a phone number to sign this browser in (with `SIGN_IN_BY_TEXT`)',
      refusesTokens: true,
    })
    .output(answer(signInByTextAnswer))
    .input(signInByTextInput)
    .mutation(({ ctx, input }) => {
      const phone = parsePhone(ctx.app, input.phoneNumber);
      const { challenge, shown } = startSignIn(ctx.app, phone, ctx);
      setTextChallenge(ctx, challenge);
      return shown;
    }),

  state: anyone
    .meta({
      rest: 'GET /api/auth/text',
      summary: 'Whether the text that signs this browser in has come (with `SIGN_IN_BY_TEXT`)',
      refusesTokens: true,
    })
    .output(answer(signInByTextState))
    .query(({ ctx }) => ({ state: findSignInState(ctx.app, readTextChallenge(ctx)) })),

  finish: anyone
    .meta({
      rest: 'POST /api/auth/text/session',
      summary: 'Sign this browser in after its text has come (with `SIGN_IN_BY_TEXT`)',
      refusesTokens: true,
    })
    .output(answer(verifyAnswer))
    .mutation(async ({ ctx }) => {
      const user = finishSignIn(ctx.app, readTextChallenge(ctx));
      removeTextChallenge(ctx);
      return signIn(ctx, user);
    }),
});
