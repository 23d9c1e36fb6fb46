import * as z from 'zod/mini';
import { verificationCode } from './auth';
import { withExample } from './example';
import { doneWith } from './text';

export const proofState = withExample(
  z.object({ proven: z.boolean(), passkeys: z.boolean() }),
  { proven: false, passkeys: true },
  '`proven`: true if the calls that ask for a fresh proof need none now. `passkeys`: true if the caller has a passkey to prove it with.',
);
export type ProofState = z.infer<typeof proofState>;

export const proofCodeInput = withExample(z.object({ code: verificationCode }), { code: '123456' });
export const proofCodeSent = doneWith('The code is on its way.');
export const proofGiven = doneWith('Thank you. It is you.');
