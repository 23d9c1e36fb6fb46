import { MEDIA_BYTES_MAX } from '../../contract/limits';
import { FetchError, type RemoteFile } from '../gateway';
import type { TwilioConfig } from './config';
import { MEDIA_LIST_MAX } from './webhooks';

/** Matches the hosts to which Twilio's API redirects the download of a file. */
const STORES = /(^|\.)(twilio\.com|twiliocdn\.com|amazonaws\.com)$/;
const MEDIA_TIMEOUT_MS = 30_000;
const HOPS = 4;

/**
 * Returns the files of a text that is known from Twilio's list of texts. That list does not contain the
 * addresses of files. So each `url` is the address of the text's own list of files, followed by `#` and the
 * number of the file. `fetchMedia` reads the list of files later, so that a list that cannot be read does not
 * delay the text.
 */
export const listedFiles = ({ accountSid }: TwilioConfig, sid: string, count: number): RemoteFile[] =>
  Array.from({ length: Math.min(count || 0, MEDIA_LIST_MAX) }, (_, index) => ({
    url: `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages/${sid}/Media#${index}`,
    type: 'application/octet-stream',
  }));

/**
 * Downloads one file of a text. Throws a FetchError if that fails, if the file is larger than we store, or if
 * the address is not one of our Twilio account. Only Twilio's API gets the password; the hosts that it
 * redirects to do not.
 */
export async function fetchMedia({ accountSid, authToken, apiUrl }: TwilioConfig, from: string) {
  const api = apiUrl ?? 'https://api.twilio.com';
  const authorization = `Basic ${btoa(`${accountSid}:${authToken}`)}`;
  const path = URL.parse(from)?.pathname ?? '';
  if (!path.startsWith(`/2010-04-01/Accounts/${accountSid}/Messages/`))
    throw new FetchError('The address is not that of a photo in our Twilio account.', false);
  let url = new URL(api + path);
  const listed = /^#(\d+)$/.exec(URL.parse(from)?.hash ?? '')?.[1];
  const signal = AbortSignal.timeout(MEDIA_TIMEOUT_MS);
  try {
    if (listed) url = new URL(api + (await findListed(`${url}.json`, Number(listed))));
    for (let hop = 0; hop < HOPS; hop++) {
      const response = await fetch(url, {
        headers: hop === 0 ? { authorization } : {},
        redirect: 'manual',
        signal,
      });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location) {
        await response.body?.cancel();
        url = new URL(location, url);
        if (!apiUrl && (url.protocol !== 'https:' || !STORES.test(url.hostname)))
          throw new FetchError(`Twilio redirected to ${url.host}, which is not a host of its files.`, false);
        continue;
      }
      await requireOk(response);
      return { bytes: await readBounded(response), type: response.headers.get('content-type') ?? '' };
    }
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw new FetchError(`Twilio did not send the photo: ${(error as Error).message}`, true);
  }
  throw new FetchError('Twilio redirected too often for a photo.', false);

  /** Returns the path of the file with this number in a list of files. */
  async function findListed(list: string, index: number): Promise<string> {
    const response = await fetch(list, { headers: { authorization }, redirect: 'error', signal });
    await requireOk(response);
    const { media_list: files } = (await response.json()) as { media_list?: { uri: string }[] | null };
    const uri = files?.[index]?.uri;
    if (!uri) throw new FetchError('Twilio does not list this photo.', true);
    return uri.replace(/\.json$/, '');
  }
}

async function requireOk(response: Response): Promise<void> {
  if (response.ok) return;
  await response.body?.cancel();
  // a later download may succeed, except after 410 (gone): after 404 the photo may still appear, and after
  // 401 or 403 the operator may correct the account
  const retry = response.status !== 410;
  throw new FetchError(`Twilio answered ${response.status} for a photo.`, retry);
}

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MEDIA_BYTES_MAX) throw new FetchError('The photo is larger than we store.', false);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
