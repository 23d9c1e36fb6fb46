import { answer, browserOnly, router } from '../../app/trpc';
import { signInByTextAnswer, signInByTextInput, signInByTextState, verifyAnswer } from '../../contract/auth';
import { findSignInState } from './by-text';
import { textChallenge } from './challenge';
import { beginSignInByText, finishSignInByText } from './sign-in';

export const signInByTextRouter = router({
  start: browserOnly
    .meta({
      rest: 'POST /api/auth/text',
      summary: 'What to text from a phone number to sign this browser in (with `SIGN_IN_BY_TEXT`)',
    })
    .output(answer(signInByTextAnswer))
    .input(signInByTextInput)
    .mutation(({ ctx, input }) => beginSignInByText(ctx, input.phoneNumber)),

  state: browserOnly
    .meta({
      rest: 'GET /api/auth/text',
      summary: 'Whether the text that signs this browser in has come (with `SIGN_IN_BY_TEXT`)',
    })
    .output(answer(signInByTextState))
    .query(({ ctx }) => ({ state: findSignInState(ctx.app, textChallenge.read(ctx)) })),

  finish: browserOnly
    .meta({
      rest: 'POST /api/auth/text/session',
      summary: 'Sign this browser in after its text has come (with `SIGN_IN_BY_TEXT`)',
    })
    .output(answer(verifyAnswer))
    .mutation(({ ctx }) => finishSignInByText(ctx)),
});
