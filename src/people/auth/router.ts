import { z } from 'zod';
import type { User } from '../../../db/schema';
import { answer, anyone, type Context, isOperator, router, signedIn } from '../../app/trpc';
import {
  codeStateAnswer,
  device,
  deviceEnded,
  loginAnswer,
  loginInput,
  logoutAnswer,
  otherDevicesEnded,
  session,
  signInLinkInput,
  signInLinkState,
  verifyAnswer,
  verifyInput,
} from '../../contract/auth';
import { nameOrNull } from '../../contract/people';
import { idInput, succeeded } from '../../contract/text';
import { findUserByPhone, parsePhone, toProfile } from '../users';
import { readChallenge, readKnownDevice, removeChallenge, setChallenge, setKnownDevice } from './challenge';
import { consumeCode, findCodeState, issueCode } from './codes';
import { describeSession, endDevice, endOtherDevices, listDevices } from './devices';
import { findSignInLink, redeemSignInLink } from './links';
import { createSession, endReasonOf, revokeSession } from './sessions';

export async function signIn(ctx: Context, user: User) {
  const cookie = await createSession(ctx.app, user.id);
  describeSession(ctx.app, cookie, ctx);
  ctx.resHeaders.append('set-cookie', cookie);
  setKnownDevice(ctx, user);
  const name = nameOrNull(user);
  const message = name ? `Welcome, ${name}!` : `Welcome to ${ctx.app.config.productName}!`;
  return { success: true as const, message, user: toProfile(user) };
}

export const authRouter = router({
  session: anyone
    .meta({
      rest: 'GET /api/auth/session',
      summary: 'Whether the caller is signed in, and is an operator',
    })
    .output(answer(session))
    .query(({ ctx: { app, user, cookie } }) => ({
      authenticated: user !== null,
      userId: user?.id ?? null,
      operator: user !== null && isOperator(app, user),
      ended: user ? null : endReasonOf(app, cookie),
    })),

  login: anyone
    .meta({
      rest: 'POST /api/auth/login',
      summary: 'Text a verification code to a phone number',
      refusesTokens: true,
    })
    .output(answer(loginAnswer))
    .input(loginInput)
    .mutation(({ ctx, input }) => {
      const phone = parsePhone(ctx.app, input.phoneNumber);
      const device = readKnownDevice(ctx, findUserByPhone(ctx.app, phone));
      const asker = { address: ctx.address, device, challenge: readChallenge(ctx) };
      setChallenge(ctx, issueCode(ctx.app, phone, asker));
      return { requiresVerification: true as const };
    }),

  codeState: anyone
    .meta({
      rest: 'GET /api/auth/code',
      summary: 'Whether the code that this browser asked for has been sent',
      refusesTokens: true,
    })
    .output(answer(codeStateAnswer))
    .query(({ ctx }) => ({ state: findCodeState(ctx.app, readChallenge(ctx)) })),

  verify: anyone
    .meta({
      rest: 'POST /api/auth/verify',
      summary: 'Sign in with the code that was texted',
      refusesTokens: true,
    })
    .output(answer(verifyAnswer))
    .input(verifyInput)
    .mutation(async ({ ctx, input }) => {
      const phone = parsePhone(ctx.app, input.phoneNumber);
      const { user } = consumeCode(ctx.app, phone, input.code, readChallenge(ctx));
      removeChallenge(ctx);
      return signIn(ctx, user);
    }),

  link: anyone
    .meta({
      rest: 'GET /api/auth/link/{token}',
      summary: 'Tell if a link from a text can still sign a browser in, and whom',
      refusesTokens: true,
    })
    .input(signInLinkInput)
    .output(answer(signInLinkState))
    .query(({ ctx, input }) => findSignInLink(ctx.app, input.token)),

  redeemLink: anyone
    .meta({
      rest: 'POST /api/auth/link',
      summary: 'Sign in with a link from a text, once; ends another session of this browser',
      refusesTokens: true,
    })
    .input(signInLinkInput)
    .output(answer(verifyAnswer))
    .mutation(async ({ ctx, input }) => {
      const user = redeemSignInLink(ctx.app, input.token);
      await revokeSession(ctx.app, ctx.cookie);
      return signIn(ctx, user);
    }),

  devices: signedIn
    .meta({
      rest: 'GET /api/sessions',
      summary: 'List where the caller is signed in, the own session first',
      refusesTokens: true,
    })
    .output(answer(z.array(device)))
    .query(({ ctx }) => listDevices(ctx.app, ctx.user, ctx.cookie)),

  endDevice: signedIn
    .meta({
      rest: 'DELETE /api/sessions/{id}',
      summary: "End one of the caller's sessions",
      refusesTokens: true,
    })
    .input(idInput)
    .output(answer(deviceEnded))
    .mutation(({ ctx, input }) => endDevice(ctx.app, ctx.user, input.id)),

  endOtherDevices: signedIn
    .meta({
      rest: 'DELETE /api/sessions',
      summary: "End all of the caller's sessions but the one of this call",
      refusesTokens: true,
    })
    .output(answer(otherDevicesEnded))
    .mutation(({ ctx }) => endOtherDevices(ctx.app, ctx.user, ctx.cookie)),

  logout: anyone
    .meta({
      rest: 'POST /api/auth/logout',
      summary: 'End this session',
      refusesTokens: true,
    })
    .output(answer(logoutAnswer))
    .mutation(async ({ ctx }) => {
      ctx.resHeaders.append('set-cookie', await revokeSession(ctx.app, ctx.cookie));
      return succeeded('Signed out');
    }),
});
