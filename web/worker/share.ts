import { SHARED_CACHE } from './names';

/** Path to which the installed app gets what is shared to it (web/public/manifest.webmanifest). */
const SHARE_PATH = '/share';

export const isShare = ({ method, url }: Request): boolean =>
  method === 'POST' && new URL(url).pathname === SHARE_PATH;

/**
 * Takes what another app has shared: keeps its photos, and opens the dialog that adds a message with them and
 * with the text. Nothing is sent to the server. The server answers the same way without a worker
 * (src/http/share.ts).
 */
export async function receiveShare(request: Request): Promise<Response> {
  const form = await request.formData();
  await caches.delete(SHARED_CACHE);
  const photos = form.getAll('photos').filter((value) => value instanceof File);
  const cache = await caches.open(SHARED_CACHE);
  for (const [place, photo] of photos.entries())
    await cache.put(
      `/shared/${place}/${encodeURIComponent(photo.name)}`,
      new Response(photo, { headers: { 'content-type': photo.type } }),
    );
  return Response.redirect('/add', 303);
}
