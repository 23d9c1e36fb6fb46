import { z } from 'zod';
import { answer, anyone, browserOnly, router, sessionOnly } from '../../app/trpc';
import * as shapes from '../../contract/auth';
import { idInput } from '../../contract/text';
import { codeChallenge } from './challenge';
import { findCodeState } from './codes';
import { endDevice, listDevices } from './devices';
import { findSignInLink } from './links';
import { endOtherDevices } from './other-devices';
import { connectByCode } from './provider/sign-in';
import { readSession, sendCode, signInByCode, signInByLink, signOut } from './sign-in';

export const authRouter = router({
  session: anyone
    .meta({ rest: 'GET /api/auth/session', summary: 'Whether the caller is signed in, and is an operator' })
    .output(answer(shapes.session))
    .query(({ ctx }) => readSession(ctx)),

  login: browserOnly
    .meta({ rest: 'POST /api/auth/login', summary: 'Text a verification code to a phone number' })
    .output(answer(shapes.loginAnswer))
    .input(shapes.loginInput)
    .mutation(({ ctx, input }) => sendCode(ctx, input.phoneNumber)),

  codeState: browserOnly
    .meta({
      rest: 'GET /api/auth/code',
      summary: 'Whether the code that this browser asked for has been sent',
    })
    .output(answer(shapes.codeStateAnswer))
    .query(({ ctx }) => ({ state: findCodeState(ctx.app, codeChallenge.read(ctx)) })),

  verify: browserOnly
    .meta({ rest: 'POST /api/auth/verify', summary: 'Sign in with the code that was texted' })
    .output(answer(shapes.verifyAnswer))
    .input(shapes.signInInput)
    .mutation(({ ctx, input }) => (input.connect ? connectByCode(ctx, input) : signInByCode(ctx, input))),

  link: browserOnly
    .meta({
      rest: 'GET /api/auth/link/{token}',
      summary: 'Tell if a link from a text can still sign a browser in, and whom',
    })
    .input(shapes.signInLinkInput)
    .output(answer(shapes.signInLinkState))
    .query(({ ctx, input }) => findSignInLink(ctx.app, input.token)),

  redeemLink: browserOnly
    .meta({
      rest: 'POST /api/auth/link',
      summary: 'Sign in with a link from a text, once; ends another session of this browser',
    })
    .input(shapes.signInLinkInput)
    .output(answer(shapes.verifyAnswer))
    .mutation(({ ctx, input }) => signInByLink(ctx, input.token)),

  devices: sessionOnly
    .meta({ rest: 'GET /api/sessions', summary: 'List where the caller is signed in, the own session first' })
    .output(answer(z.array(shapes.device)))
    .query(({ ctx }) => listDevices(ctx.app, ctx.user, ctx.cookie)),

  endDevice: sessionOnly
    .meta({ rest: 'DELETE /api/sessions/{id}', summary: "End one of the caller's sessions" })
    .input(idInput)
    .output(answer(shapes.deviceEnded))
    .mutation(({ ctx, input }) => endDevice(ctx.app, ctx.user, input.id)),

  endOtherDevices: sessionOnly
    .meta({
      rest: 'DELETE /api/sessions',
      summary:
        "End all of the caller's sessions but the one of this call, and if asked, revoke what was made since the first of them began",
    })
    .input(shapes.othersEndInput)
    .output(answer(shapes.otherDevicesEnded))
    .mutation(({ ctx, input }) => endOtherDevices(ctx.app, ctx.user, ctx.cookie, input)),

  logout: browserOnly
    .meta({ rest: 'POST /api/auth/logout', summary: 'End this session' })
    .output(answer(shapes.logoutAnswer))
    .mutation(({ ctx }) => signOut(ctx)),
});
