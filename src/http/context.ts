import type { Server } from 'bun';
import ipaddr from 'ipaddr.js';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { isLoopback } from '../app/config/config';
import { signedOut, VisibleError } from '../app/errors';
import { requireByBoard, requireScope, scopeOf } from '../app/scopes';
import type { Context, Meta } from '../app/trpc';
import { READER } from '../contract/reader';
import { markSeen } from '../people/auth/devices';
import { findSession, validateSession } from '../people/auth/sessions';
import { type FoundToken, markTokenUsed, requireToken } from '../people/auth/tokens';
import { findUser } from '../people/users';

/** Who sent a request, and the version of what they see. */
export type Caller = { userId: number; version: number; session?: string; token?: FoundToken };

/** `caller` is what `findCaller` has already read of the same request. */
export async function createContext(
  app: App,
  request: Request,
  server: Server<unknown>,
  caller: Caller | null = null,
): Promise<Context> {
  const address = callerAddress(app, request, server);
  const userAgent = request.headers.get('user-agent');
  const resHeaders = new Headers();
  const ctx = { app, resHeaders, address, userAgent, batchSize: null };
  const bearer = readBearer(request);
  if (bearer !== null) {
    const token = caller?.token ?? requireToken(app, bearer);
    markTokenUsed(app, token.id, { address, userAgent });
    return { ...ctx, user: ownerOf(app, token), token, cookie: null };
  }
  const cookie = request.headers.get('cookie');
  if (caller?.session) {
    markSeen(app, caller.session, { address, userAgent });
    return { ...ctx, user: findUser(app, caller.userId), token: null, cookie };
  }
  const session = await validateSession(app, cookie);
  if (session?.setCookie) resHeaders.append('set-cookie', session.setCookie);
  const user = session && isPageOf(request, session.user.id) ? session.user : null;
  if (session && user) markSeen(app, session.id, { address, userAgent });
  return { ...ctx, user, token: null, cookie };
}

/** Whatever the owner looks up is limited to the boards of the token (`User.byToken`). */
function ownerOf(app: App, token: FoundToken): User | null {
  const owner = findUser(app, token.userId);
  return owner && token.byBoard ? { ...owner, byToken: token.id } : owner;
}

export async function createSignedInContext(
  app: App,
  request: Request,
  server: Server<unknown>,
  { byBoard }: Pick<Meta, 'byBoard'> = {},
): Promise<Context & { user: User }> {
  const ctx = await createContext(app, request, server);
  if (!ctx.user) throw signedOut();
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  requireScope(ctx.token, scopeOf(isRead ? 'query' : 'mutation'));
  requireByBoard(ctx.token, byBoard);
  return { ...ctx, user: ctx.user };
}

/**
 * Returns the id and the version of the user who sent a request, read with one statement. Returns null if the
 * request has neither an access token nor a session, if its READER header names another user than the session
 * does, or if the session must first be extended by `createContext`. Throws UNAUTHORIZED for an access token
 * that does not work.
 */
export function findCaller(app: App, request: Request): Caller | null {
  const bearer = readBearer(request);
  if (bearer !== null) {
    const token = requireToken(app, bearer);
    markTokenUsed(app, token.id);
    return { ...token, token };
  }
  const session = findSession(app, request.headers.get('cookie'));
  if (!session || session.isAging || !isPageOf(request, session.userId)) return null;
  markSeen(app, session.id);
  return { ...session, session: session.id };
}

export const readBearer = (request: Request): string | null =>
  /^bearer\b *(.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;

/** The header names the user for whom the page was loaded. */
function isPageOf(request: Request, userId: number): boolean {
  const reader = request.headers.get(READER);
  return reader === null || reader === String(userId);
}

export function callerAddress(app: App, request: Request, server: Server<unknown>): string | null {
  const forwarded = withoutPort(request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim());
  const address = (app.config.trustProxy && forwarded) || server.requestIP(request)?.address || '';
  // a request with X-Forwarded-For comes through a proxy, so its caller is not on this machine; if
  // TRUST_PROXY is off, all callers of the proxy count as one caller
  if (!forwarded && isLoopback(address)) return null;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  // `::` can stand for several of the first four groups of digits, so the address is written in full before
  // it is cut
  return parsed.toNormalizedString().split(':', 4).join(':');
}

/** Some proxies write addresses such as `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
const withoutPort = (address?: string) =>
  address?.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');

/**
 * Such a page could otherwise write, or open a socket, with our cookie (docs/product/sign-in.md: Same-site
 * writes).
 */
export function refuseCrossSite(app: App, request: Request): void {
  if (readBearer(request) !== null) return;
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const sameSite = site === null || site === 'same-origin' || site === 'none';
  if ((origin || !sameSite) && !isOwnOrigin(app, request, origin))
    throw new VisibleError('cross_site_request', 'Requests from other sites are refused.');
}

function isOwnOrigin(app: App, request: Request, origin: string | null): boolean {
  if (!origin || !URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  const own = new URL(app.publicUrl);
  // an attacker in the network can serve http pages under the host name of our https site, so under this host
  // name only the scheme of PUBLIC_URL is trusted
  return host === own.host ? origin === own.origin : host === request.headers.get('host');
}

/**
 * Matches the names of headers that proxies, tunnels and content delivery networks add to the requests that
 * they pass on.
 */
const FORWARDING_HEADER =
  /^(forwarded|via|cdn-loop|true-client-ip|x-(real|client|cluster-client)-ip|x-original-host|(x-forwarded|x-envoy|x-azure|x-amzn|cf|fly|fastly|tailscale|ngrok)-.+)$/;

/**
 * The host name is checked because a web page of an attacker can make its own host name resolve to this
 * machine (DNS rebinding).
 */
export const isDirect = (request: Request, server: Server<unknown>): boolean =>
  isLoopback(server.requestIP(request)?.address ?? '') &&
  namesLoopback(request) &&
  !request.headers.keys().some((name) => FORWARDING_HEADER.test(name));

export function refuseIndirect(request: Request, server: Server<unknown>): void {
  if (!isDirect(request, server))
    throw new VisibleError(
      'simulator_local_only',
      'The phone simulator answers only on the machine that it runs on, under the name localhost and without a proxy.',
    );
}

/**
 * Throws FORBIDDEN if texts go to the phone simulator and the `Host` of a request is not a loopback name,
 * because there is no rate limit for verification codes that go to the simulator. Accepts every request if
 * texts go to real phones, or if the operator has exposed the simulator.
 */
export function refuseForeignHost(app: App, request: Request): void {
  const { demo, simulatorExposed } = app.config;
  if (app.sms.can.reachPeople || simulatorExposed || demo || namesLoopback(request)) return;
  throw new VisibleError(
    'simulator_local_only',
    'With the phone simulator this server answers only under localhost.',
  );
}

function namesLoopback(request: Request): boolean {
  const name = request.headers.get('host')?.replace(/:\d+$/, '').toLowerCase();
  return name !== undefined && isLoopback(name);
}
