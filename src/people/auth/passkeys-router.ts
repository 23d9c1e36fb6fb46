import { z } from 'zod';
import { answer, anyone, router, signedIn } from '../../app/trpc';
import { verifyAnswer } from '../../contract/auth';
import {
  accountLogEntry,
  creationOptions,
  passkey,
  passkeyInput,
  passkeyRemoved,
  passkeySignInInput,
  requestOptions,
} from '../../contract/passkeys';
import { idInput } from '../../contract/text';
import { readAccountLog } from './account-log';
import { listPasskeys, removePasskey } from './passkeys';
import { signIn } from './sign-in';
import { addPasskey, signInWithPasskey, startAddingPasskey, startPasskeySignIn } from './webauthn';

export const passkeysRouter = router({
  list: signedIn
    .meta({
      rest: 'GET /api/passkeys',
      summary: "List the caller's passkeys, newest first",
      refusesTokens: true,
    })
    .output(answer(z.array(passkey)))
    .query(({ ctx }) => listPasskeys(ctx.app, ctx.user)),

  startAdding: signedIn
    .meta({
      rest: 'POST /api/passkeys/options',
      summary: 'Get the options with which a browser makes a passkey (WebAuthn)',
      refusesTokens: true,
    })
    .output(answer(creationOptions))
    .mutation(({ ctx }) => startAddingPasskey(ctx.app, ctx.user)),

  add: signedIn
    .meta({
      rest: 'POST /api/passkeys',
      summary: 'Add the passkey that a browser has made',
      status: 201,
      refusesTokens: true,
    })
    .input(passkeyInput)
    .output(answer(passkey))
    .mutation(({ ctx, input }) => addPasskey(ctx.app, ctx.user, input, ctx)),

  remove: signedIn
    .meta({
      rest: 'DELETE /api/passkeys/{id}',
      summary: "Remove one of the caller's passkeys",
      refusesTokens: true,
    })
    .input(idInput)
    .output(answer(passkeyRemoved))
    .mutation(({ ctx, input }) => removePasskey(ctx.app, ctx.user, input.id)),

  startSignIn: anyone
    .meta({
      rest: 'POST /api/auth/passkey/options',
      summary: 'Get the options with which a browser asks for a passkey (WebAuthn)',
      refusesTokens: true,
    })
    .output(answer(requestOptions))
    .mutation(({ ctx }) => startPasskeySignIn(ctx.app, ctx.address)),

  signIn: anyone
    .meta({
      rest: 'POST /api/auth/passkey',
      summary: 'Sign in with a passkey',
      refusesTokens: true,
    })
    .input(passkeySignInInput)
    .output(answer(verifyAnswer))
    .mutation(async ({ ctx, input }) => signIn(ctx, await signInWithPasskey(ctx.app, input))),

  accountLog: signedIn
    .meta({
      rest: 'GET /api/account-log',
      summary: "List what happened to the ways into the caller's account, newest first",
      refusesTokens: true,
    })
    .output(answer(z.array(accountLogEntry)))
    .query(({ ctx }) => readAccountLog(ctx.app, ctx.user)),
});
