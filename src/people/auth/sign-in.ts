import type { User } from '../../../db/schema';
import { VisibleError } from '../../app/errors';
import { type Context, isOperator } from '../../app/trpc';
import { nameOrNull } from '../../contract/people';
import { type Done, succeeded } from '../../contract/text';
import { isBlocked } from '../../outbox/blocked-numbers';
import { requireOwnPhone } from '../demo/visitor';
import { findUserByPhone, parsePhone, setOperatorClaim, toProfile } from '../users';
import { finishSignIn, startSignIn } from './by-text';
import { codeChallenge, readKnownDevice, setKnownDevice, textChallenge } from './challenge';
import { consumeCode, issueCode } from './codes';
import { describeSession } from './devices';
import { redeemSignInLink } from './links';
import { createSession, endReasonOf, markByProvider, revokeSession } from './sessions';

export const readSession = ({ app, user, cookie }: Context) => ({
  authenticated: user !== null,
  userId: user?.id ?? null,
  operator: user !== null && isOperator(app, user),
  ended: user ? null : endReasonOf(app, cookie),
});

export function sendCode(ctx: Context, typed: string) {
  requireOwnPhone(ctx, typed);
  const phone = parsePhone(ctx.app, typed);
  const device = readKnownDevice(ctx, findUserByPhone(ctx.app, phone));
  const asker = { address: ctx.address, device, challenge: codeChallenge.read(ctx) };
  codeChallenge.set(ctx, issueCode(ctx.app, phone, asker));
  return { requiresVerification: true as const };
}

type Code = { phoneNumber: string; code: string };

export const signInByCode = (ctx: Context, input: Code) => signIn(ctx, redeemCode(ctx, input).user);

export function redeemCode(ctx: Context, input: Code): { user: User; isNew: boolean } {
  requireOwnPhone(ctx, input.phoneNumber);
  const phone = parsePhone(ctx.app, input.phoneNumber);
  const account = consumeCode(ctx.app, phone, input.code, codeChallenge.read(ctx));
  codeChallenge.remove(ctx);
  return account;
}

/** Ends another session of this browser. */
export async function signInByLink(ctx: Context, token: string) {
  const user = redeemSignInLink(ctx.app, token);
  await revokeSession(ctx.app, ctx.cookie);
  return signIn(ctx, user);
}

export function beginSignInByText(ctx: Context, typed: string) {
  const { challenge, shown } = startSignIn(ctx.app, parsePhone(ctx.app, typed), ctx);
  textChallenge.set(ctx, challenge);
  return shown;
}

export function finishSignInByText(ctx: Context) {
  const user = finishSignIn(ctx.app, textChallenge.read(ctx));
  textChallenge.remove(ctx);
  return signIn(ctx, user);
}

/** What a provider said of the person: only then somebody is an operator by claim. */
type ByProvider = { session: string; operatorClaim: string | null; proven: boolean };

export async function signIn(ctx: Context, user: User, by: ByProvider | null = null) {
  if (isBlocked(ctx.app, user.phone))
    throw new VisibleError('number_blocked', 'This number has been blocked by whoever runs this server.');
  const cookie = await createSession(ctx.app, user.id);
  describeSession(ctx.app, cookie, ctx);
  if (by) markByProvider(ctx.app, cookie, by);
  setOperatorClaim(ctx.app, user.id, by?.operatorClaim ?? null);
  ctx.resHeaders.append('set-cookie', cookie);
  setKnownDevice(ctx, user);
  const name = nameOrNull(user);
  const message = name ? `Welcome, ${name}!` : `Welcome to ${ctx.app.config.productName}!`;
  return { success: true as const, message, user: toProfile(ctx.app, user) };
}

export async function signOut(ctx: Context): Promise<Done> {
  await endHere(ctx);
  return succeeded('Signed out');
}

/** Cookies are left out, because the browser would delete those of other hosts of the domain, too. */
export async function endHere({ app, cookie, resHeaders }: Context): Promise<void> {
  resHeaders.append('set-cookie', await revokeSession(app, cookie));
  resHeaders.set('clear-site-data', '"cache", "storage"');
}
