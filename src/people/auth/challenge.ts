import type { User } from '../../../db/schema';
import type { Context } from '../../app/trpc';
import { SIGN_IN_LIFE_MS } from './by-text';
import { CODE_LIFE_MS } from './codes';
import { addKnownUser, readDevice } from './known-devices';
import { PROVIDER_LIFE_MS } from './sealed';
import { cookieName, isHttps } from './sessions';

/**
 * Tries without the challenge are counted separately, so that a stranger cannot use up somebody's tries
 * (docs/product/sign-in.md: Verification codes).
 */
export const codeChallenge = cookie('challenge', CODE_LIFE_MS / 1000);

/**
 * This cookie does not replace that of the code, so that a code that arrives late can still be typed in. It
 * lives longer than SIGN_IN_LIFE_MS, because a page in the background learns late that the text has come.
 */
export const textChallenge = cookie('text-challenge', (2 * SIGN_IN_LIFE_MS) / 1000);

/** State, nonce and verifier of a sign-in at the provider. */
export const providerFlow = cookie('provider', PROVIDER_LIFE_MS / 1000);

/** Who came back from the provider and is linked to no account yet. */
export const providerIdentity = cookie('identity', PROVIDER_LIFE_MS / 1000);

/** Of a demo (docs/product/demo.md). */
export const visitCookie = cookie('visit', 3600);

const device = cookie('device', 365 * 24 * 3600);

export const readKnownDevice = (ctx: Context, user: User | null): string | null =>
  user && readDevice(ctx.app, device.read(ctx), user);

export const setKnownDevice = (ctx: Context, user: User) =>
  device.set(ctx, addKnownUser(ctx.app, device.read(ctx), user));

export const forgetDevice = device.remove;

function cookie(name: string, life: number) {
  const append = (ctx: Context, value: string, maxAge: number) => {
    const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(ctx.app) } as const;
    const made = new Bun.Cookie(cookieName(ctx.app, name), value, { ...attributes, maxAge });
    ctx.resHeaders.append('set-cookie', made.serialize());
  };
  return {
    read: (ctx: Context): string | null => new Bun.CookieMap(ctx.cookie ?? '').get(cookieName(ctx.app, name)),
    set: (ctx: Context, value: string) => append(ctx, value, life),
    remove: (ctx: Context) => append(ctx, '', 0),
  };
}
