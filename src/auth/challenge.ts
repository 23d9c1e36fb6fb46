import type { Context } from '../trpc';
import { CODE_LIFE_MS } from './codes';

/**
 * Name of the cookie with the challenge, a random string for the browser that asked for a code. Tries without
 * the challenge are counted separately, so that a stranger cannot use up somebody's tries (docs/product.md:
 * Verification codes).
 */
const COOKIE = 'challenge';

export const readChallenge = (ctx: Context): string | null => new Bun.CookieMap(ctx.cookie ?? '').get(COOKIE);

export const setChallenge = (ctx: Context, challenge: string) =>
  appendCookie(ctx, challenge, CODE_LIFE_MS / 1000);

export const removeChallenge = (ctx: Context) => appendCookie(ctx, '', 0);

function appendCookie(ctx: Context, value: string, maxAge: number) {
  const cookie = new Bun.Cookie(COOKIE, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: ctx.app.publicUrl.startsWith('https:'),
    maxAge,
  });
  ctx.resHeaders.append('set-cookie', cookie.serialize());
}
