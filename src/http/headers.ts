import type { App } from '../app/app';
import { EMBEDS } from '../contract/embeds';

/** Origins of the frames in which our pages show posts of other sites (docs/product.md: Link cards). */
const FRAMES = Object.values(EMBEDS)
  .map(({ origin }) => origin)
  .join(' ');

/**
 * Content security policy of answers that are not pages. It forbids everything, in case a browser renders
 * such an answer as a page.
 */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Content security policy of the service worker: it may fetch from this server, and nothing else. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/**
 * Sets the headers that answers have in common. Keeps a content security policy and a `cache-control` that
 * the answer already has.
 */
export function setCommonHeaders(app: App, headers: Headers): void {
  headers.set('x-content-type-options', 'nosniff');
  // YouTube's player refuses to start without a referrer
  headers.set('referrer-policy', 'strict-origin-when-cross-origin');
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-resource-policy', 'same-origin');
  headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=()');
  if (app.publicUrl.startsWith('https:'))
    // without includeSubDomains, because subdomains may belong to somebody else
    headers.set('strict-transport-security', 'max-age=31536000');
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', DATA_POLICY);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
}

/**
 * Returns the content security policy of a page. Scripts and styles must come from the page's own origin or
 * have this nonce. `tracker` is the origin of the visitor tracker: scripts and images may also come from
 * there, and the page may send requests there. `frame` is the address of the phone simulator: the sign-in
 * page has a frame from there.
 */
export function pagePolicy(
  nonce: string,
  { tracker, frame }: { tracker?: string; frame?: string | null } = {},
): string {
  const and = tracker ? ` ${tracker}` : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${and}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${and}`,
    `connect-src 'self'${and}`,
    `frame-src ${FRAMES}${frame ? ` ${frame}` : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
