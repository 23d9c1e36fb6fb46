import type { User } from '../../../db/schema';
import type { Context } from '../../app/trpc';
import { SIGN_IN_LIFE_MS } from './by-text';
import { CODE_LIFE_MS } from './codes';
import { addKnownUser, readDevice } from './known-devices';

/**
 * Tries without the challenge are counted separately, so that a stranger cannot use up somebody's tries
 * (docs/product.md: Verification codes).
 */
const CHALLENGE = 'challenge';

/** This cookie does not replace CHALLENGE, so that a code that arrives late can still be typed in. */
const TEXT_CHALLENGE = 'text-challenge';
/** It is longer than SIGN_IN_LIFE_MS, because a page in the background learns late that the text has come. */
const TEXT_CHALLENGE_LIFE_S = (2 * SIGN_IN_LIFE_MS) / 1000;

const DEVICE = 'device';
const DEVICE_LIFE_S = 365 * 24 * 3600;

const readCookie = (ctx: Context, name: string): string | null =>
  new Bun.CookieMap(ctx.cookie ?? '').get(name);

export const readChallenge = (ctx: Context): string | null => readCookie(ctx, CHALLENGE);

export const setChallenge = (ctx: Context, challenge: string) =>
  appendCookie(ctx, CHALLENGE, challenge, CODE_LIFE_MS / 1000);

export const removeChallenge = (ctx: Context) => appendCookie(ctx, CHALLENGE, '', 0);

export const readTextChallenge = (ctx: Context): string | null => readCookie(ctx, TEXT_CHALLENGE);

export const setTextChallenge = (ctx: Context, challenge: string) =>
  appendCookie(ctx, TEXT_CHALLENGE, challenge, TEXT_CHALLENGE_LIFE_S);

export const removeTextChallenge = (ctx: Context) => appendCookie(ctx, TEXT_CHALLENGE, '', 0);

export const readKnownDevice = (ctx: Context, user: User | null): string | null =>
  user && readDevice(ctx.app, readCookie(ctx, DEVICE), user);

export const setKnownDevice = (ctx: Context, user: User) =>
  appendCookie(ctx, DEVICE, addKnownUser(ctx.app, readCookie(ctx, DEVICE), user), DEVICE_LIFE_S);

export const forgetDevice = (ctx: Context) => appendCookie(ctx, DEVICE, '', 0);

function appendCookie(ctx: Context, name: string, value: string, maxAge: number) {
  const cookie = new Bun.Cookie(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: ctx.app.publicUrl.startsWith('https:'),
    maxAge,
  });
  ctx.resHeaders.append('set-cookie', cookie.serialize());
}
