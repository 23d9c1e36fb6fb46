import { SHARED_CACHE } from '../../worker/names';

export async function readSharedPhotos(): Promise<File[]> {
  const cache = await caches.open(SHARED_CACHE);
  return Promise.all(
    (await cache.keys()).map(async (request) => {
      const photo = await (await cache.match(request))!.blob();
      const name = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? '');
      return new File([photo], name, { type: photo.type });
    }),
  );
}

export const deleteSharedPhotos = () => caches.delete(SHARED_CACHE);
