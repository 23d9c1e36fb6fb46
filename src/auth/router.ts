import { loginAnswer, loginInput, session, verifyAnswer, verifyInput } from '../contract/auth';
import { withExample } from '../contract/example';
import { done } from '../contract/text';
import { answer, anyone, type Context, router } from '../trpc';
import { isOperator } from '../users/operators';
import { parsePhone, publicName, toProfile } from '../users/users';
import { consumeCode, issueCode } from './codes';
import { createSession, revokeSession } from './sessions';

const CHALLENGE_COOKIE = 'challenge';
const CHALLENGE_SECONDS = 600;

export const authRouter = router({
  session: anyone
    .meta({
      rest: 'GET /api/auth/session',
      summary: 'Whether the caller is signed in, and is an operator',
    })
    .output(answer(session, { authenticated: true, userId: 1, operator: false }))
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
    .output(answer(loginAnswer, { requiresVerification: true }))
    .input(withExample(loginInput, { phoneNumber: '(202) 555-0111' }))
    .mutation(({ ctx, input }) => {
      const challenge = issueCode(ctx.app, parsePhone(ctx.app, input.phoneNumber), ctx.address);
      setChallenge(ctx, challenge, CHALLENGE_SECONDS);
      return { requiresVerification: true as const };
    }),

  verify: anyone
    .meta({
      rest: 'POST /api/auth/verify',
      summary: 'Sign in with the code that was texted',
    })
    .output(
      answer(verifyAnswer, {
        success: true,
        message: 'Welcome, Ann Lee!',
        user: {
          id: 1,
          firstName: 'Ann',
          lastName: 'Lee',
          displayName: 'Ann Lee',
          avatarUrl: null,
          phoneNumber: '+12025550111',
        },
      }),
    )
    .input(withExample(verifyInput, { phoneNumber: '(202) 555-0111', code: '123456' }))
    .mutation(async ({ ctx, input }) => {
      const { user } = consumeCode(
        ctx.app,
        parsePhone(ctx.app, input.phoneNumber),
        input.code,
        readChallenge(ctx),
      );
      ctx.resHeaders.append('set-cookie', await createSession(ctx.app, user.id));
      setChallenge(ctx, '', 0);
      const message = user.firstName
        ? `Welcome, ${publicName(user)}!`
        : `Welcome to ${ctx.app.config.productName}!`;
      return { success: true as const, message, user: toProfile(user) };
    }),

  logout: anyone
    .meta({
      rest: 'POST /api/auth/logout',
      summary: 'End this session',
    })
    .output(answer(done, { success: true, message: 'Signed out' }))
    .mutation(async ({ ctx }) => {
      ctx.resHeaders.append('set-cookie', await revokeSession(ctx.app, ctx.cookie));
      return { success: true as const, message: 'Signed out' };
    }),
});

function setChallenge(ctx: Context, challenge: string, seconds: number) {
  ctx.resHeaders.append(
    'set-cookie',
    new Bun.Cookie(CHALLENGE_COOKIE, challenge, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: ctx.app.publicUrl.startsWith('https:'),
      maxAge: seconds,
    }).serialize(),
  );
}

const readChallenge = (ctx: Context) => new Bun.CookieMap(ctx.cookie ?? '').get(CHALLENGE_COOKIE);
