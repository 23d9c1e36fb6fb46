import { z } from 'zod';
import { answer, anyone, router, signedIn } from '../../app/trpc';
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
import { idInput } from '../../contract/text';
import { codeChallenge } from './challenge';
import { findCodeState } from './codes';
import { endDevice, endOtherDevices, listDevices } from './devices';
import { findSignInLink } from './links';
import { readSession, sendCode, signInByCode, signInByLink, signOut } from './sign-in';

export const authRouter = router({
  session: anyone
    .meta({
      rest: 'GET /api/auth/session',
      summary: 'Whether the caller is signed in, and is an operator',
    })
    .output(answer(session))
    .query(({ ctx }) => readSession(ctx)),

  login: anyone
    .meta({
      rest: 'POST /api/auth/login',
      summary: 'Text a verification code to a phone number',
      refusesTokens: true,
    })
    .output(answer(loginAnswer))
    .input(loginInput)
    .mutation(({ ctx, input }) => sendCode(ctx, input.phoneNumber)),

  codeState: anyone
    .meta({
      rest: 'GET /api/auth/code',
      summary: 'Whether the code that this browser asked for has been sent',
      refusesTokens: true,
    })
    .output(answer(codeStateAnswer))
    .query(({ ctx }) => ({ state: findCodeState(ctx.app, codeChallenge.read(ctx)) })),

  verify: anyone
    .meta({
      rest: 'POST /api/auth/verify',
      summary: 'Sign in with the code that was texted',
      refusesTokens: true,
    })
    .output(answer(verifyAnswer))
    .input(verifyInput)
    .mutation(({ ctx, input }) => signInByCode(ctx, input)),

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
    .mutation(({ ctx, input }) => signInByLink(ctx, input.token)),

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
    .mutation(({ ctx }) => signOut(ctx)),
});
