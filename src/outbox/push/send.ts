import type { App } from '../../app/app';
import { requireOwner } from '../../app/owner';
import type { PushNotice } from '../../contract/push';
import { FetchFailed } from '../../outside/web-content';
import { pushKeys } from './keys';

const TTL_SECONDS = 24 * 3600;
/** A push is padded to a multiple of this, so that its length tells little about its words. */
const STEP_BYTES = 512;

export type Browser = { endpoint: string; p256dh: string; auth: string };

/** A push service may keep a `taken` push for a browser that is not running. */
export type PushResult =
  | { state: 'taken' | 'gone' | 'too large' }
  | { state: 'busy'; error: string; retryAfter: number | null }
  | { state: 'refused'; error: string };

/** RFC 8030, 8291 and 8292. Errors do not name the endpoint, because it is a secret. */
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
    requireOwner();
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

function toBytes(notice: PushNotice): Uint8Array {
  const json = Buffer.from(JSON.stringify(notice));
  const bytes = Buffer.alloc(Math.ceil(json.length / STEP_BYTES) * STEP_BYTES, ' ');
  json.copy(bytes);
  return bytes;
}

/** Some push services accept no push without a contact, and no http URL as a contact. */
const contactOf = ({ publicUrl }: App): string => publicUrl.replace(/^http:/, 'https:');
