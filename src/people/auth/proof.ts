import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { isAhead } from '../../app/clock';
import { VisibleError } from '../../app/errors';
import { type Context, type Meta, sessionOnly } from '../../app/trpc';
import type { PasskeySignInInput } from '../../contract/passkeys';
import type { ProofState } from '../../contract/proof';
import { type Done, succeeded } from '../../contract/text';
import { codeChallenge, readKnownDevice } from './challenge';
import { consumeCode, issueCode } from './codes';
import { listPasskeyRows } from './passkeys';
import { findSession, markProven, requireSession } from './sessions';
import { hasPasskeys, proveWithPasskey } from './webauthn';

const PROOF_LIFE_MS = 10 * 60_000;

type Own = Context & { user: User };

/** A procedure for what a stolen session must not do (docs/product/sign-in.md: Fresh proof). */
export const proven = sessionOnly.meta({ asksForProof: true } as Meta).use(({ ctx, next }) => {
  requireProof(ctx);
  return next();
});

export function requireProof({ app, cookie }: Context): void {
  if (!isProven(app, cookie))
    throw new VisibleError('proof_needed', 'Please confirm that it is you.', { reason: 'proof needed' });
}

function isProven(app: App, cookie: string | null): boolean {
  if (!app.sms.can.reachPeople) return true;
  const session = findSession(app, cookie);
  return session !== null && isAhead(app, session.provenAt + PROOF_LIFE_MS, PROOF_LIFE_MS);
}

export const readProof = ({ app, user, cookie }: Own): ProofState => ({
  proven: isProven(app, cookie),
  passkeys: hasPasskeys(app) && listPasskeyRows(app, user.id).length > 0,
});

export function sendProofCode(ctx: Own): Done {
  const { app, user, address } = ctx;
  const asker = { address, device: readKnownDevice(ctx, user), challenge: codeChallenge.read(ctx) };
  codeChallenge.set(ctx, issueCode(app, user.phone, asker));
  return succeeded('The code is on its way.');
}

export function proveByCode(ctx: Own, code: string): Done {
  consumeCode(ctx.app, ctx.user.phone, code, codeChallenge.read(ctx));
  codeChallenge.remove(ctx);
  return prove(ctx);
}

export async function proveByPasskey(ctx: Own, input: PasskeySignInInput): Promise<Done> {
  await proveWithPasskey(ctx.app, ctx.user, input);
  return prove(ctx);
}

function prove({ app, cookie }: Own): Done {
  markProven(app, requireSession(app, cookie).id);
  return succeeded('Thank you. It is you.');
}
