import type { App } from '../app';
import { EMBEDS } from '../contract/embeds';

/** Sites whose posts a page may show in a frame (docs/product.md: Link cards). */
const FRAMES = Object.values(EMBEDS)
  .map(({ origin }) => origin)
  .join(' ');

/** Policy for answers that no browser should render. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Sets the headers that every answer has. Keeps a content security policy and a caching rule that it has
 * already.
 */
export function setCommonHeaders(app: App, headers: Headers): void {
  headers.set('x-content-type-options', 'nosniff');
  headers.set('referrer-policy', 'strict-origin-when-cross-origin'); // YouTube's player refuses to start without a referrer
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-resource-policy', 'same-origin');
  headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=()');
  if (app.publicUrl.startsWith('https:'))
    headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', DATA_POLICY);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
}

/**
 * Returns the content security policy of a page, which allows scripts and styles of its own origin or with
 * this nonce. From `tracker`, the origin of the visitor tracker, it also allows scripts and images, and
 * allows requests to it.
 */
export function pagePolicy(nonce: string, tracker?: string): string {
  const and = tracker ? ` ${tracker}` : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${and}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${and}`,
    `connect-src 'self'${and}`,
    `frame-src ${FRAMES}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
