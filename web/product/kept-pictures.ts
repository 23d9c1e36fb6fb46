import { MEDIA_CACHE, SHARED_CACHE } from '../worker/names';

/**
 * Deletes the pictures that the service worker keeps of the person, so that the next person does not find
 * them.
 */
export const deleteKeptPictures = () => deleteCaches(MEDIA_CACHE);

/** Deletes the pictures that the service worker keeps, and the photos that were shared to the app. */
export const deleteKeptFiles = () => deleteCaches(MEDIA_CACHE, SHARED_CACHE);

// a page that came over plain http from another machine has no caches
const deleteCaches = async (...names: string[]): Promise<void> => {
  await Promise.allSettled(names.map((name) => globalThis.caches?.delete(name)));
};
