import type { Server } from 'bun';
import ipaddr from 'ipaddr.js';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { validateSession } from '../auth/sessions';
import { isLoopback } from '../config';
import { READER } from '../contract/reader';
import { signedOut, VisibleError } from '../errors';
import type { Context } from '../trpc';

/** Returns the caller of a request. If their session was extended, `resHeaders` has the renewed cookie. */
export async function createContext(app: App, request: Request, server: Server<unknown>): Promise<Context> {
  const cookie = request.headers.get('cookie');
  const session = await validateSession(app, cookie);
  const resHeaders = new Headers();
  if (session?.setCookie) resHeaders.append('set-cookie', session.setCookie);
  return {
    app,
    user: session && isPageOf(request, session.user.id) ? session.user : null,
    cookie,
    resHeaders,
    address: callerAddress(app, request, server),
  };
}

/** Returns the same as `createContext`, for a signed-in caller. Throws UNAUTHORIZED for all others. */
export async function createSignedInContext(
  app: App,
  request: Request,
  server: Server<unknown>,
): Promise<Context & { user: User }> {
  const ctx = await createContext(app, request, server);
  if (!ctx.user) throw signedOut();
  return { ...ctx, user: ctx.user };
}

/**
 * Tells if the page that sends a request was loaded for this user, by the READER header. Trusts a request
 * without it.
 */
export function isPageOf(request: Request, userId: number): boolean {
  const reader = request.headers.get(READER);
  return reader === null || reader === String(userId);
}

/** Returns the address that rate limits count (for IPv6 its /64 network), or null for this machine. */
function callerAddress(app: App, request: Request, server: Server<unknown>): string | null {
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  const address = (app.config.trustProxy && forwarded) || server.requestIP(request)?.address || '';
  // a proxy's callers are not on this machine; without TRUST_PROXY all of them count as one
  if (!forwarded && isLoopback(address)) return null;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  // normalized, because `::` can stand for any number of the groups that are cut here
  return parsed.toNormalizedString().split(':', 4).join(':');
}

/**
 * Throws FORBIDDEN for a request from a page of another site: it could write, or open a socket, with our
 * cookie. A request without `Sec-Fetch-Site` and `Origin` is not from a browser (docs/product.md: Same-site
 * writes).
 */
export function refuseCrossSite(app: App, request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const sameSite = site === null || site === 'same-origin' || site === 'none';
  if ((origin || !sameSite) && !isOwnOrigin(app, request, origin))
    throw new VisibleError('FORBIDDEN', 'Requests from other sites are refused.');
}

function isOwnOrigin(app: App, request: Request, origin: string | null): boolean {
  if (!origin || !URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === request.headers.get('host') || origin === new URL(app.publicUrl).origin;
}

/**
 * Throws FORBIDDEN for a host name that is not loopback while the simulator runs, unless the simulator is
 * exposed. Its calls need no session, and a page can make its own host name resolve to this machine (DNS
 * rebinding).
 */
export function refuseDnsRebinding(app: App, request: Request): void {
  if (!app.sms.simulated || app.config.simulatorExposed) return;
  const name = request.headers.get('host')?.replace(/:\d+$/, '').toLowerCase();
  if (name && isLoopback(name)) return;
  throw new VisibleError('FORBIDDEN', 'The phone simulator answers only at the address it was started for.');
}
