import { addAddress, SHARE_PATH } from '../../src/contract/share';
import { SHARED_CACHE } from './names';

export const isShare = ({ method, url }: Request): boolean =>
  method === 'POST' && new URL(url).pathname === SHARE_PATH;

/** Sends nothing to the server, so sharing works without a connection. */
export async function receiveShare(request: Request): Promise<Response> {
  const form = await request.formData();
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const photos = form.getAll('photos').filter((value) => value instanceof File && value.size > 0) as File[];
  const shared = { title: field('title'), text: field('text'), url: field('url') };
  const kept = await keepPhotos(photos).then(
    () => 'kept' as const,
    () => 'missing' as const, // the photos could not be stored, for example because the disk is full
  );
  return Response.redirect(addAddress(shared, photos.length > 0 ? kept : undefined), 303);
}

async function keepPhotos(photos: File[]): Promise<void> {
  await caches.delete(SHARED_CACHE);
  if (photos.length === 0) return;
  const cache = await caches.open(SHARED_CACHE);
  for (const [place, photo] of photos.entries())
    await cache.put(
      `${SHARE_PATH}/${place}/${encodeURIComponent(photo.name)}`,
      new Response(photo, { headers: { 'content-type': photo.type } }),
    );
}
