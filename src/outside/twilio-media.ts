import { MEDIA_BYTES_MAX } from '../contract/limits';
import { FetchError } from './gateway';
import type { TwilioConfig } from './twilio-client';

/** Where Twilio keeps photos: its API names the place, and the bytes lie with its stores. */
const STORES = /(^|\.)(twilio\.com|twiliocdn\.com|amazonaws\.com)$/;
const MEDIA_TIMEOUT_MS = 30_000;
const HOPS = 4;

/**
 * One photo of a text. Only from our own account's media, and the password goes to Twilio's API alone: the
 * stores it sends us on to never see it. Read no further than the largest file that we keep.
 */
export async function fetchMedia({ accountSid, authToken, apiUrl }: TwilioConfig, from: string) {
  const api = apiUrl ?? 'https://api.twilio.com';
  const path = URL.parse(from)?.pathname ?? '';
  if (!path.startsWith(`/2010-04-01/Accounts/${accountSid}/Messages/`))
    throw new FetchError('The address is not that of a photo of our account.', false);
  let url = new URL(api + path);
  const signal = AbortSignal.timeout(MEDIA_TIMEOUT_MS);
  try {
    for (let hop = 0; hop < HOPS; hop++) {
      const response = await fetch(url, {
        headers: hop === 0 ? { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` } : {},
        redirect: 'manual',
        signal,
      });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location) {
        await response.body?.cancel();
        url = new URL(location, url);
        if (!apiUrl && (url.protocol !== 'https:' || !STORES.test(url.hostname)))
          throw new FetchError(`Twilio sent us on to ${url.host}, which is not one of its stores.`, false);
        continue;
      }
      if (!response.ok) {
        await response.body?.cancel();
        // just after the text the photo may not be there yet
        const retry = [404, 408, 425, 429].includes(response.status) || response.status >= 500;
        throw new FetchError(`Twilio answered ${response.status} for a photo.`, retry);
      }
      return { bytes: await readBounded(response), type: response.headers.get('content-type') ?? '' };
    }
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw new FetchError(`Twilio did not give the photo: ${(error as Error).message}`, true);
  }
  throw new FetchError('Twilio sent us in a circle for a photo.', false);
}

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MEDIA_BYTES_MAX) throw new FetchError('The photo is larger than we keep.', false);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
