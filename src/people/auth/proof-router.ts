import { answer, router, sessionOnly } from '../../app/trpc';
import { passkeySignInInput, requestOptions } from '../../contract/passkeys';
import { proofCodeInput, proofCodeSent, proofGiven, proofState } from '../../contract/proof';
import { proveByCode, proveByPasskey, readProof, sendProofCode } from './proof';
import { startPasskeyProof } from './webauthn';

export const proofRouter = router({
  state: sessionOnly
    .meta({
      rest: 'GET /api/proof',
      summary: 'Whether this session has proven in the last ten minutes who the caller is',
    })
    .output(answer(proofState))
    .query(({ ctx }) => readProof(ctx)),

  sendCode: sessionOnly
    .meta({
      rest: 'POST /api/proof/code',
      summary: 'Text the caller a code with which to prove who they are',
    })
    .output(answer(proofCodeSent))
    .mutation(({ ctx }) => sendProofCode(ctx)),

  byCode: sessionOnly
    .meta({ rest: 'POST /api/proof', summary: 'Prove by the code that was texted who the caller is' })
    .input(proofCodeInput)
    .output(answer(proofGiven))
    .mutation(({ ctx, input }) => proveByCode(ctx, input.code)),

  startPasskey: sessionOnly
    .meta({
      rest: 'POST /api/proof/passkey/options',
      summary: 'Get the options with which a browser asks for one of the passkeys of the caller (WebAuthn)',
    })
    .output(answer(requestOptions))
    .mutation(({ ctx }) => startPasskeyProof(ctx.app, ctx.user)),

  byPasskey: sessionOnly
    .meta({ rest: 'POST /api/proof/passkey', summary: 'Prove by a passkey who the caller is' })
    .input(passkeySignInInput)
    .output(answer(proofGiven))
    .mutation(({ ctx, input }) => proveByPasskey(ctx, input)),
});
