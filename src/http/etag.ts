import type { Context } from '../trpc';

/** Of this process: another build may answer the same rows in another shape. */
const BOOT = Date.now().toString(36);

const etagOf = (user: { id: number; version: number }) => `W/"${BOOT}.${user.id}.${user.version}"`;

/** An unchanged poll is answered before any query (design 8): null unless the caller has this version already. */
export function notModified(ctx: Context, request: Request): Response | null {
  if (!ctx.user) return null;
  const etag = etagOf(ctx.user);
  if (request.headers.get('if-none-match') !== etag) return null;
  ctx.resHeaders.set('etag', etag);
  return new Response(null, { status: 304, headers: revalidated(ctx.resHeaders) });
}

/** Marks an answer with the version it was made from. */
export function stampVersion(ctx: Context): void {
  if (!ctx.user) return;
  ctx.resHeaders.set('etag', etagOf(ctx.user));
  revalidated(ctx.resHeaders);
}

function revalidated(headers: Headers): Headers {
  headers.set('cache-control', 'private, no-cache');
  headers.set('vary', 'cookie');
  return headers;
}
