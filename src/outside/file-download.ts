import { FetchError } from '../app/gateway';
import { MEDIA_BYTES_MAX } from '../contract/limits';

const TIMEOUT_MS = 30_000;
const HOPS = 4;

type Download = {
  label: string;
  // The header is sent to the first address only. That address redirects to other hosts, which must not get
  // the password.
  authorization?: string;
  /** The first address is not checked. */
  isStore: (url: URL) => boolean;
};

/** Follows redirects only to addresses that `isStore` accepts. */
export async function downloadFile(from: URL, { label, authorization, isStore }: Download) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let url = from;
  try {
    for (let hop = 0; hop < HOPS; hop++) {
      const headers = { ...(hop === 0 && authorization && { authorization }) };
      const response = await fetch(url, { headers, redirect: 'manual', signal });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location) {
        await response.body?.cancel();
        url = new URL(location, url);
        if (isStore(url)) continue;
        throw new FetchError(`${label} redirected to ${url.host}, which is not a host of its files.`, false);
      }
      await requireOk(response, label);
      return { bytes: await readBounded(response), type: response.headers.get('content-type') ?? '' };
    }
  } catch (error) {
    throw toFetchError(error, label);
  }
  throw new FetchError(`${label} redirected too often for a photo.`, false);
}

export async function readFileList<T>(
  list: URL,
  { label, authorization }: Pick<Download, 'label' | 'authorization'>,
): Promise<T> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { ...(authorization && { authorization }) };
    const response = await fetch(list, { headers, redirect: 'error', signal });
    await requireOk(response, label);
    return (await response.json()) as T;
  } catch (error) {
    throw toFetchError(error, label);
  }
}

const toFetchError = (error: unknown, label: string) =>
  error instanceof FetchError
    ? error
    : new FetchError(`${label} did not send the photo: ${(error as Error).message}`, true);

async function requireOk(response: Response, label: string): Promise<void> {
  if (response.ok) return;
  await response.body?.cancel();
  // a later download may succeed, except after 410 (gone): after 404 the photo may still appear, and after
  // 401 or 403 the operator may correct the account
  const retry = response.status !== 410;
  throw new FetchError(`${label} answered ${response.status} for a photo.`, retry);
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
