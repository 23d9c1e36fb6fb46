import { MEDIA_CACHE } from './names';

/** Number of pictures that are kept. The one that was stored first is deleted first. */
const PICTURES_MAX = 400;
/** Larger pictures are not kept, so that all together take at most 400 MB, and usually a tenth of that. */
const BYTES_MAX = 1_000_000;
/** Matches the addresses of photos in all widths, avatars, and pictures of previews. */
const PICTURE = /^\/api\/(media\/\d+(\/\d+)?|avatars\/\d+|previews\/images\/[^/]+)$/;

/** Returns whether a request is for a picture that is shown on a page, not for a download. */
export const isPicture = ({ url, destination }: Request): boolean =>
  destination === 'image' && PICTURE.test(new URL(url).pathname);

/**
 * Answers with the picture from the server, which may refuse it to this person by now. Answers with the kept
 * picture only if the server cannot be reached.
 */
export async function answerPicture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  // the cache is opened before the request: a sign-out deletes the cache, so a picture that arrives later is
  // not kept
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
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - PICTURES_MAX))) await cache.delete(old);
}
