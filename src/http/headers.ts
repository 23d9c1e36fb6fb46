import type { App } from '../app/app';
import { EMBEDS } from '../contract/embeds';

const FRAMES = Object.values(EMBEDS)
  .map(({ origin }) => origin)
  .join(' ');

/** It forbids everything, in case a browser renders such an answer as a page. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

export function setCommonHeaders(app: App, headers: Headers): void {
  headers.set('x-content-type-options', 'nosniff');
  // YouTube's player refuses to start without a referrer
  headers.set('referrer-policy', 'strict-origin-when-cross-origin');
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-resource-policy', 'same-origin');
  if (app.config.demo) headers.set('x-robots-tag', 'noindex');
  headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=()');
  if (app.publicUrl.startsWith('https:'))
    // without includeSubDomains, because subdomains may belong to somebody else
    headers.set('strict-transport-security', 'max-age=31536000');
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', DATA_POLICY);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
}

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
