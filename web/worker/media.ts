import { MEDIA_CACHE } from './names';

/** A photo counts once, even if it was shown in several widths. */
const PICTURES_MAX = 400;
/** A picture that was shown in a small width usually has a twentieth of this size. */
const BYTES_MAX = 1_000_000;
const PICTURE = /^\/api\/(media\/\d+(\/\d+)?|avatars\/\d+|previews\/images\/[^/]+)$/;

export const isPicture = ({ url, destination }: Request): boolean =>
  destination === 'image' && PICTURE.test(new URL(url).pathname);

/**
 * Always fetches the picture from the server, because the server may no longer allow this person to see it.
 */
export async function answerPicture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  // opens the cache before the request: a sign-out deletes the cache, so a picture that arrives after the
  // sign-out is not kept
  const cache = await caches.open(MEDIA_CACHE);
  try {
    const answer = await fetch(request);
    if (answer.status === 200)
      event.waitUntil(keepPicture(cache, request.url, answer.clone()).catch(() => {}));
    else if (answer.status < 500) event.waitUntil(cache.delete(request.url, { ignoreVary: true }));
    return answer;
  } catch (error) {
    const kept = await cache.match(request.url, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

async function keepPicture(cache: Cache, url: string, answer: Response): Promise<void> {
  const known = await cache.match(url, { ignoreVary: true });
  const etag = answer.headers.get('etag');
  if (known && etag && etag === known.headers.get('etag')) return;
  const bytes = await answer.blob();
  if (bytes.size > BYTES_MAX) return;
  await cache.put(url, new Response(bytes, { headers: answer.headers }));
  await deleteOldest(cache);
}

async function deleteOldest(cache: Cache): Promise<void> {
  const all = await cache.keys();
  const pictures = [...new Set(all.map(withoutWidth))];
  const old = new Set(pictures.slice(0, Math.max(0, pictures.length - PICTURES_MAX)));
  for (const request of all) if (old.has(withoutWidth(request))) await cache.delete(request);
}

const withoutWidth = ({ url }: Request) => url.replace(/(\/media\/\d+)\/\d+$/, '$1');
