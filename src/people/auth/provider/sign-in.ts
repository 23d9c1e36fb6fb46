import { transaction } from '../../../../db/open';
import type { User } from '../../../../db/schema';
import { VisibleError } from '../../../app/errors';
import { chargeRateLimits } from '../../../app/rate-limits';
import type { Context } from '../../../app/trpc';
import type { ProviderAnswer } from '../../../contract/provider';
import { begin, type Flow, OUTDATED, redeem } from '../../../outside/oidc/sign-in';
import { admit } from '../../sign-up';
import { markActive } from '../../users';
import { providerFlow, providerIdentity } from '../challenge';
import { seal, unseal } from '../sealed';
import { revokeSession } from '../sessions';
import { redeemCode, signIn } from '../sign-in';
import { type Identified, toIdentified } from './identified';
import { connectIdentity, findByIdentity, markIdentityUsed } from './identities';

export async function beginByProvider(ctx: Context) {
  chargeRateLimits(ctx.app, { 'sign-in with the provider from an address': ctx.address });
  const { url, flow } = await begin(ctx.app);
  providerFlow.set(ctx, seal(ctx.app, 'provider', flow));
  return { url };
}

export async function finishByProvider(ctx: Context, answer: ProviderAnswer) {
  const flow = unseal<Flow>(ctx.app, 'provider', providerFlow.read(ctx));
  providerFlow.remove(ctx);
  if (flow?.state !== answer.state) throw new VisibleError('sign_in_outdated', OUTDATED);
  const identified = toIdentified(ctx.app, await redeem(ctx.app, flow, answer));
  const user = enter(ctx, identified);
  if (user) {
    await revokeSession(ctx.app, ctx.cookie);
    return { signedIn: await signInBy(ctx, user, identified, false), unconnected: null };
  }
  providerIdentity.set(ctx, seal(ctx.app, 'identity', identified));
  return { signedIn: null, unconnected: identified.name };
}

/** Returns null if only a code can tell whose account it is. */
function enter(ctx: Context, identified: Identified): User | null {
  const { app } = ctx;
  return transaction(app.db, () => {
    const known = findByIdentity(app, identified);
    if (known) {
      markIdentityUsed(app, known, identified);
      markActive(app, known.id);
      return known;
    }
    if (!identified.phone) return null;
    const account = admit(app, identified.phone);
    if (!account)
      throw new VisibleError(
        'sign_up_closed',
        'There is no account for your number, and it may not make one here.',
      );
    connectIdentity(app, account, identified, ctx);
    return account.user;
  });
}

/**
 * Connects whoever came back from the provider to the account of the number. Asked for by the page, which names that
 * person, because the browser may have been passed on since.
 */
export async function connectByCode(ctx: Context, input: { phoneNumber: string; code: string }) {
  const identified = unseal<Identified>(ctx.app, 'identity', providerIdentity.read(ctx));
  if (!identified) throw new VisibleError('identity_outdated', OUTDATED);
  const account = redeemCode(ctx, input);
  connectIdentity(ctx.app, account, identified, ctx);
  providerIdentity.remove(ctx);
  return signInBy(ctx, account.user, identified, true);
}

const signInBy = (ctx: Context, user: User, { session, operatorClaim }: Identified, proven: boolean) =>
  signIn(ctx, user, { session, operatorClaim, proven });
