import type { User } from '../../db/schema';
import type { Context } from '../app/trpc';
import { BOOT } from '../people/versions';
import type { Caller } from './context';
import type { RecentAnswers } from './recent-answers';

/** Each change of what the user sees raises the user's version. A token for some boards sees less. */
const etagOf = ({ id, version, byToken = 0 }: Pick<User, 'id' | 'version' | 'byToken'>) =>
  `W/"${BOOT}.${id}.${version}.${byToken}"`;

const REVALIDATED = new Headers({
  'cache-control': 'private, no-cache',
  vary: 'cookie, authorization, accept-encoding',
});
const REVALIDATED_JSON = new Headers([...REVALIDATED, ['content-type', 'application/json;charset=utf-8']]);

/**
 * The answer is 304 if the caller's ETag is current, or else the JSON that is cached for the caller's version
 * and this URL.
 */
export function answerUnchanged(caller: Caller, request: Request, recent: RecentAnswers): Response | null {
  const { userId: id, version, token } = caller;
  const etag = etagOf({ id, version, byToken: token?.byBoard ? token.id : 0 });
  if (request.headers.get('if-none-match') === etag)
    return withEtag(new Response(null, { status: 304, headers: REVALIDATED }), etag);
  const answer = recent.get(etag + request.url);
  if (!answer) return null;
  const response = new Response(answer.body, { headers: REVALIDATED_JSON });
  for (const [name, value] of answer.headers ?? []) response.headers.set(name, value);
  return withEtag(response, etag);
}

const OF_PAGES = ['link', 'x-total-count'];

export function answerVersioned(
  ctx: Context,
  request: Request,
  recent: RecentAnswers,
  json: string,
): Response {
  const response = new Response(json, { headers: REVALIDATED_JSON });
  for (const [name, value] of ctx.resHeaders) response.headers.append(name, value);
  if (!ctx.user) return response;
  const etag = etagOf(ctx.user);
  const headers = [...ctx.resHeaders].filter(([name]) => OF_PAGES.includes(name));
  recent.add(etag + request.url, { body: json, ...(headers.length > 0 && { headers }) });
  return withEtag(response, etag);
}

/**
 * Sets headers that let browsers cache a file but make them ask before each use, so that nobody sees a cached
 * file after losing the right to see it.
 */
export function answerKnownFile(request: Request, headers: Headers, etag: string): Response | null {
  headers.set('etag', etag);
  headers.set('cache-control', 'private, no-cache');
  headers.set('vary', 'cookie, authorization'); // the next user of this browser must not get this file from the cache
  // a proxy that compresses puts W/ before the ETag
  const isKnown = request.headers.get('if-none-match')?.includes(etag);
  return isKnown ? new Response(null, { status: 304, headers }) : null;
}

function withEtag(response: Response, etag: string): Response {
  response.headers.set('etag', etag);
  return response;
}
