import { MEDIA_CACHE, SHARED_CACHE } from '../worker/names';

export const deleteKeptPictures = () => deleteCaches(MEDIA_CACHE);

export const deleteKeptFiles = () => deleteCaches(MEDIA_CACHE, SHARED_CACHE);

// `caches` is undefined on a page that was loaded from another machine over plain http
const deleteCaches = async (...names: string[]): Promise<void> => {
  await Promise.allSettled(names.map((name) => globalThis.caches?.delete(name)));
};
