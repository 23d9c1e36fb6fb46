import type { App } from '../app';
import { EMBEDS } from '../contract/embeds';

/** Posts that people click open; the only foreign hosts a page of ours may show (design 11). */
const FRAMES = Object.values(EMBEDS)
  .map(({ origin }) => origin)
  .join(' ');

/** Headers of every answer, whatever it is. */
export function commonHeaders(app: App): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin', // YouTube's player refuses to start without a referrer
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(app.publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

/** For answers that no browser should render. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * For pages: our own scripts and styles alone, by origin or by the nonce of this answer. `tracker` is the origin
 * of the visitor tracker, where there is one: it may load from there, and send there.
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
