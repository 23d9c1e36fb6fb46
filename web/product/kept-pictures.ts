import { MEDIA_CACHE, SHARED_CACHE } from '../worker/names';

/**
 * Deletes the pictures that the service worker keeps, so that the next person at this browser does not find
 * them.
 */
export const deleteKeptPictures = () => deleteCaches(MEDIA_CACHE);

/** Deletes the pictures that the service worker keeps, and the photos that were shared to the app. */
export const deleteKeptFiles = () => deleteCaches(MEDIA_CACHE, SHARED_CACHE);

// `caches` is undefined on a page that was loaded from another machine over plain http
const deleteCaches = async (...names: string[]): Promise<void> => {
  await Promise.allSettled(names.map((name) => globalThis.caches?.delete(name)));
};
