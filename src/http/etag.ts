import type { App } from '../app';
import { findSession } from '../auth/sessions';
import type { Context } from '../trpc';
import { isPageOf } from './context';
import type { RecentAnswers } from './recent-answers';

/** Start of this process: after an upgrade the same rows may be answered in another shape. */
const BOOT = Date.now().toString(36);

const etagOf = (userId: number, version: number) => `W/"${BOOT}.${userId}.${version}"`;

const REVALIDATED = new Headers({ 'cache-control': 'private, no-cache', vary: 'cookie' });
const REVALIDATED_JSON = new Headers([...REVALIDATED, ['content-type', 'application/json;charset=utf-8']]);

/**
 * Answers a request for which the caller's version is enough: 304 if they have that version already, or the body
 * that was composed for it before. Returns null if the request has to be carried out
 * (docs/product.md: Unchanged polls).
 */
export function answerUnchanged(app: App, request: Request, recent: RecentAnswers): Response | null {
  const session = findSession(app, request.headers.get('cookie'));
  if (!session || session.isAging || !isPageOf(request, session.userId)) return null;
  const etag = etagOf(session.userId, session.version);
  if (request.headers.get('if-none-match') === etag)
    return withEtag(new Response(null, { status: 304, headers: REVALIDATED }), etag);
  const body = recent.get(etag + request.url);
  return body === undefined ? null : withEtag(new Response(body, { headers: REVALIDATED_JSON }), etag);
}

/** Answers JSON with the version of the caller that it was composed for, and keeps it for their next request. */
export function answerVersioned(
  ctx: Context,
  request: Request,
  recent: RecentAnswers,
  json: string,
): Response {
  const response = new Response(json, { headers: REVALIDATED_JSON });
  for (const cookie of ctx.resHeaders.getSetCookie()) response.headers.append('set-cookie', cookie);
  if (!ctx.user) return response;
  const etag = etagOf(ctx.user.id, ctx.user.version);
  recent.add(etag + request.url, json);
  return withEtag(response, etag);
}

function withEtag(response: Response, etag: string): Response {
  response.headers.set('etag', etag);
  return response;
}
