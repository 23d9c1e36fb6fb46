import type { App } from '../../app/app';
import type { PushNotice } from '../../contract/push';
import { FetchFailed } from '../../outside/web-content';
import { pushKeys } from './keys';

/** Seconds for which a push service keeps a push for a browser that is not running. */
const TTL_SECONDS = 24 * 3600;
/**
 * A push is padded to a multiple of this number of bytes, so that its length tells little about its words.
 */
const STEP_BYTES = 512;

/** A browser to push to. */
export type Browser = { endpoint: string; p256dh: string; auth: string };

/**
 * Outcome of a push:
 *
 * - `taken`: the push service has accepted the push. It may keep the push for a browser that is not running.
 * - `gone`: the browser gets no more pushes.
 * - `too large`: the push service accepts no push of this length.
 * - `busy`: the push service may accept the push later. `retryAfter` is the wait that the service asks for,
 *   in milliseconds, or null.
 * - `refused`: trying again cannot help.
 */
export type PushResult =
  | { state: 'taken' | 'gone' | 'too large' }
  | { state: 'busy'; error: string; retryAfter: number | null }
  | { state: 'refused'; error: string };

/**
 * Sends a push to a browser (RFC 8030, 8291 and 8292). Errors do not name the endpoint, because it is a
 * secret.
 */
export async function sendPush(
  app: App,
  { endpoint, ...keys }: Browser,
  notice: PushNotice,
  urgency: 'normal' | 'high',
): Promise<PushResult> {
  const { encryptNotification, vapidHeaders } = await import('@block65/webcrypto-web-push');
  const subscription = { endpoint, expirationTime: null, keys };
  try {
    const body = await encryptNotification(subscription, toBytes(notice), { pad: false });
    const vapid = await vapidHeaders(subscription, { subject: contactOf(app), ...pushKeys(app) });
    const { status, retryAfter } = await app.web.post(endpoint, {
      body,
      headers: {
        ...vapid.headers,
        ttl: String(TTL_SECONDS),
        urgency,
        topic: notice.tag,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': String(body.byteLength),
      },
    });
    return toResult(status, retryAfter);
  } catch (error) {
    const isBusy = error instanceof FetchFailed && error.kind === 'failed';
    const message = (error as Error).message.replaceAll(endpoint, 'the endpoint');
    return isBusy
      ? { state: 'busy', error: message, retryAfter: null }
      : { state: 'refused', error: message };
  }
}

function toResult(status: number, retryAfter: number | null): PushResult {
  if (status >= 200 && status < 300) return { state: 'taken' };
  if (status === 404 || status === 410) return { state: 'gone' };
  if (status === 413) return { state: 'too large' };
  const error = `The push service answered ${status}.`;
  return status === 408 || status === 429 || status >= 500
    ? { state: 'busy', error, retryAfter }
    : { state: 'refused', error };
}

/** Returns a notice as JSON, padded with spaces. */
function toBytes(notice: PushNotice): Uint8Array {
  const json = Buffer.from(JSON.stringify(notice));
  const bytes = Buffer.alloc(Math.ceil(json.length / STEP_BYTES) * STEP_BYTES, ' ');
  json.copy(bytes);
  return bytes;
}

/**
 * Returns an https URL as our contact for push services. Some push services accept no push without a contact,
 * and no http URL as a contact.
 */
const contactOf = ({ publicUrl }: App): string => publicUrl.replace(/^http:/, 'https:');
