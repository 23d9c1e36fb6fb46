/** Names and messages on which the pages and the service worker agree. */

/** Path of the worker's script. */
export const WORKER_PATH = '/worker.js';
/** Name of the `<meta>` element that contains the id of the page's build. */
export const BUILD_META = 'build';

/** Beginning of the name of a cache that keeps one build of the web app. The id of the build follows. */
export const BUILD_CACHE = 'build-';
/**
 * Name of the cache of photos, avatars and pictures of previews. Only the person who was signed in may see
 * these pictures.
 */
export const MEDIA_CACHE = 'media';
/**
 * Name of the cache of photos that were shared to the app. The photos stay there until the dialog that adds
 * them to a message is closed.
 */
export const SHARED_CACHE = 'shared';

/** Message of a page to the active worker: a page of this build is open. */
export type ToWorker = { build: string };

/**
 * Message of a worker to a page: a notification was tapped, and the page must open `path`. The page answers
 * through the message port.
 */
export type FromWorker = { type: 'open'; path: string };
