import { readBearer } from './context';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** What programs in browsers ask before they have a token. They know no cookies. */
const WITHOUT_COOKIES = /^\w+:\/\/[^/]+\/(mcp(?=[/?]|$)|\.well-known\/|oauth\/(token|register|revoke)$)/;
const EXPOSED =
  'etag, link, mcp-protocol-version, mcp-session-id, ratelimit, ratelimit-policy, retry-after, www-authenticate, x-total-count';

/**
 * Lets pages of other sites read what a token answers. Never with credentials: a page of another site cannot use
 * the cookie of our own (docs/product/sign-in.md: Same-site writes).
 */
export function allowOrigins(request: Request, headers: Headers): void {
  if (readBearer(request) === null && !WITHOUT_COOKIES.test(request.url)) return;
  headers.set('access-control-allow-origin', '*');
  headers.set('access-control-expose-headers', EXPOSED);
}

/** Answers the question of a browser whether a page may make a call. */
export function answerPreflight(request: Request): Response | null {
  if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) return null;
  const asked = request.headers.get('access-control-request-headers')?.toLowerCase() ?? '';
  const headers = new Headers({ vary: 'access-control-request-headers' });
  if (/\bauthorization\b/.test(asked) || WITHOUT_COOKIES.test(request.url)) {
    headers.set('access-control-allow-origin', '*');
    headers.set('access-control-allow-methods', METHODS.join(', '));
    headers.set('access-control-allow-headers', asked || 'authorization, content-type');
    headers.set('access-control-max-age', '600');
  }
  return new Response(null, { status: 204, headers });
}
