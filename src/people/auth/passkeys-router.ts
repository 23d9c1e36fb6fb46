import { z } from 'zod';
import { answer, browserOnly, router, sessionOnly } from '../../app/trpc';
import { verifyAnswer } from '../../contract/auth';
import * as shapes from '../../contract/passkeys';
import { idInput } from '../../contract/text';
import { readAccountLog } from './account-log';
import { listPasskeys, removePasskey } from './passkeys';
import { proven } from './proof';
import { signIn } from './sign-in';
import { addPasskey, signInWithPasskey, startAddingPasskey, startPasskeySignIn } from './webauthn';

export const passkeysRouter = router({
  list: sessionOnly
    .meta({ rest: 'GET /api/passkeys', summary: "List the caller's passkeys, newest first" })
    .output(answer(z.array(shapes.passkey)))
    .query(({ ctx }) => listPasskeys(ctx.app, ctx.user)),

  startAdding: proven
    .meta({
      rest: 'POST /api/passkeys/options',
      summary: 'Get the options with which a browser makes a passkey (WebAuthn)',
    })
    .output(answer(shapes.creationOptions))
    .mutation(({ ctx }) => startAddingPasskey(ctx.app, ctx.user)),

  add: sessionOnly
    .meta({ rest: 'POST /api/passkeys', summary: 'Add the passkey that a browser has made', status: 201 })
    .input(shapes.passkeyInput)
    .output(answer(shapes.passkey))
    .mutation(({ ctx, input }) => addPasskey(ctx.app, ctx.user, input, ctx)),

  remove: sessionOnly
    .meta({ rest: 'DELETE /api/passkeys/{id}', summary: "Remove one of the caller's passkeys" })
    .input(idInput)
    .output(answer(shapes.passkeyRemoved))
    .mutation(({ ctx, input }) => removePasskey(ctx.app, ctx.user, input.id)),

  startSignIn: browserOnly
    .meta({
      rest: 'POST /api/auth/passkey/options',
      summary: 'Get the options with which a browser asks for a passkey (WebAuthn)',
    })
    .output(answer(shapes.requestOptions))
    .mutation(({ ctx }) => startPasskeySignIn(ctx.app, ctx.address)),

  signIn: browserOnly
    .meta({ rest: 'POST /api/auth/passkey', summary: 'Sign in with a passkey' })
    .input(shapes.passkeySignInInput)
    .output(answer(verifyAnswer))
    .mutation(async ({ ctx, input }) => signIn(ctx, await signInWithPasskey(ctx.app, input))),

  accountLog: sessionOnly
    .meta({
      rest: 'GET /api/account-log',
      summary: "List what happened to the ways into the caller's account, newest first",
    })
    .output(answer(z.array(shapes.accountLogEntry)))
    .query(({ ctx }) => readAccountLog(ctx.app, ctx.user)),
});
