import type { App } from '../app';
import { type Caller, glance } from '../auth/glance';
import type { Context } from '../trpc';
import { isFor } from './context';
import type { RecentAnswers } from './recent-answers';

/** Of this process: another build may answer the same rows in another shape. */
const BOOT = Date.now().toString(36);

const etagOf = (user: Caller) => `W/"${BOOT}.${user.id}.${user.version}"`;

const REVALIDATED = new Headers({ 'cache-control': 'private, no-cache', vary: 'cookie' });
const REVALIDATED_JSON = new Headers([...REVALIDATED, ['content-type', 'application/json;charset=utf-8']]);

/** What each caller is answered as long as nothing of theirs changes; they are another object when it does. */
const standing = new WeakMap<Caller, { etag: string; unchanged: ResponseInit }>();

function standingOf(caller: Caller) {
  const known = standing.get(caller);
  if (known) return known;
  const etag = etagOf(caller);
  const made = { etag, unchanged: { status: 304, headers: new Headers([...REVALIDATED, ['etag', etag]]) } };
  standing.set(caller, made);
  return made;
}

/**
 * What needs no query but the caller's version (design 8): 304 for an unchanged poll, or the answer that this
 * version was given before. Null when there is more to be done. Most requests there are end here, so it does
 * nothing that it need not.
 */
export function answerUnchanged(app: App, request: Request, recent: RecentAnswers): Response | null {
  const caller = glance(app, request.headers.get('cookie'));
  if (!caller || !isFor(request, caller.id)) return null;
  const { etag, unchanged } = standingOf(caller);
  // a new one each time: Bun sends the headers of a response once
  if (request.headers.get('if-none-match') === etag) return new Response(null, unchanged);
  const body = recent.get(etag + request.url);
  return body === undefined ? null : stamped(new Response(body, { headers: REVALIDATED_JSON }), etag);
}

/** Answers JSON, marked with the version it was made from, and keeps it for the next one who asks. */
export function answerVersioned(
  ctx: Context,
  request: Request,
  recent: RecentAnswers,
  json: string,
): Response {
  const response = new Response(json, { headers: REVALIDATED_JSON });
  for (const cookie of ctx.resHeaders.getSetCookie()) response.headers.append('set-cookie', cookie);
  if (!ctx.user) return response;
  const etag = etagOf(ctx.user);
  recent.keep(etag + request.url, json);
  return stamped(response, etag);
}

function stamped(response: Response, etag: string): Response {
  response.headers.set('etag', etag);
  return response;
}
