import type { Server } from 'bun';
import ipaddr from 'ipaddr.js';
import type { App } from '../app';
import { validateSession } from '../auth/sessions';
import { isLoopback } from '../config';
import { READER } from '../contract/reader';
import { VisibleError } from '../errors';
import type { Context } from '../trpc';

/** Who calls: whose session the cookie is, if the page is theirs too. A session that is half over gets its cookie anew. */
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

/** Whether the page that asks is this user's, or says nothing of it, as a script does. */
export function isPageOf(request: Request, userId: number): boolean {
  const reader = request.headers.get(READER);
  return reader === null || reader === String(userId);
}

/** Whom limits per address count; null for a loopback caller without a forwarded address (design 7). An IPv6 host is its /64. */
function callerAddress(app: App, request: Request, server: Server<unknown>): string | null {
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  const address = (app.config.trustProxy && forwarded) || server.requestIP(request)?.address || '';
  // a proxy that is not to be trusted is not this machine's own user: all it brings count as one
  if (!forwarded && isLoopback(address)) return null;
  if (!ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  // written out, since `::` stands for more groups here and fewer there within one network
  return known instanceof ipaddr.IPv6 ? known.toNormalizedString().split(':', 4).join(':') : known.toString();
}

/**
 * Refuses a write or a socket that another site's page makes with our cookie (design 7). A request with neither
 * header comes from no browser.
 */
export function refuseCrossSite(app: App, request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  if (site && site !== 'same-origin' && site !== 'none' && !isOurs(app, request, origin))
    throw new VisibleError('FORBIDDEN', 'Requests from other sites are refused.');
  if (origin && !isOurs(app, request, origin))
    throw new VisibleError('FORBIDDEN', 'Requests from other sites are refused.');
}

/**
 * With the simulator, whose doors need no session, refuses a page whose own name was pointed at this machine
 * after it was loaded: to a browser it is then the same site.
 */
export function refuseDnsRebinding(app: App, request: Request): void {
  if (!app.sms.simulated || app.config.simulatorExposed) return;
  const name = request.headers.get('host')?.replace(/:\d+$/, '').toLowerCase();
  if (name && isLoopback(name)) return;
  throw new VisibleError('FORBIDDEN', 'The phone simulator answers only at the address it was started for.');
}

function isOurs(app: App, request: Request, origin: string | null): boolean {
  if (!origin || !URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === request.headers.get('host') || origin === new URL(app.publicUrl).origin;
}
