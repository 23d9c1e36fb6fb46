import {
  codeStateAnswer,
  loginAnswer,
  loginInput,
  logoutAnswer,
  session,
  verifyAnswer,
  verifyInput,
} from '../contract/auth';
import { succeeded } from '../contract/text';
import { answer, anyone, router } from '../trpc';
import { isOperator } from '../users/operators';
import { nameOrNull, parsePhone, toProfile } from '../users/users';
import { readChallenge, removeChallenge, setChallenge } from './challenge';
import { consumeCode, findCodeState, issueCode } from './codes';
import { createSession, revokeSession } from './sessions';

export const authRouter = router({
  session: anyone
    .meta({
      rest: 'GET /api/auth/session',
      summary: 'Whether the caller is signed in, and is an operator',
    })
    .output(answer(session))
    .query(({ ctx: { app, user } }) => ({
      authenticated: user !== null,
      userId: user?.id ?? null,
      operator: user !== null && isOperator(app, user),
    })),

  login: anyone
    .meta({
      rest: 'POST /api/auth/login',
      summary: 'Text a verification code to a phone number',
    })
    .output(answer(loginAnswer))
    .input(loginInput)
    .mutation(({ ctx, input }) => {
      setChallenge(ctx, issueCode(ctx.app, parsePhone(ctx.app, input.phoneNumber), ctx.address));
      return { requiresVerification: true as const };
    }),

  codeState: anyone
    .meta({
      rest: 'GET /api/auth/code',
      summary: 'Whether the code that this browser asked for has been sent',
    })
    .output(answer(codeStateAnswer))
    .query(({ ctx }) => ({ state: findCodeState(ctx.app, readChallenge(ctx)) })),

  verify: anyone
    .meta({
      rest: 'POST /api/auth/verify',
      summary: 'Sign in with the code that was texted',
    })
    .output(answer(verifyAnswer))
    .input(verifyInput)
    .mutation(async ({ ctx, input }) => {
      const phone = parsePhone(ctx.app, input.phoneNumber);
      const { user } = consumeCode(ctx.app, phone, input.code, readChallenge(ctx));
      ctx.resHeaders.append('set-cookie', await createSession(ctx.app, user.id));
      removeChallenge(ctx);
      const name = nameOrNull(user);
      const message = name ? `Welcome, ${name}!` : `Welcome to ${ctx.app.config.productName}!`;
      return { success: true as const, message, user: toProfile(user) };
    }),

  logout: anyone
    .meta({
      rest: 'POST /api/auth/logout',
      summary: 'End this session',
    })
    .output(answer(logoutAnswer))
    .mutation(async ({ ctx }) => {
      ctx.resHeaders.append('set-cookie', await revokeSession(ctx.app, ctx.cookie));
      return succeeded('Signed out');
    }),
});
