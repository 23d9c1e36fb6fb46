/** Names and messages on which the pages and the service worker agree. */

/** Path of the worker's script. */
export const WORKER_PATH = '/worker.js';
/** Name of the `<meta>` element of the page whose content is the id of its build. */
export const BUILD_META = 'build';

/** Start of the names of the caches that keep one build of the web app each. The id of the build follows. */
export const BUILD_CACHE = 'build-';
/** Name of the cache of photos, avatars and pictures of previews. It holds what only one person may see. */
export const MEDIA_CACHE = 'media';
/** Name of the cache of photos that were shared to the app, until the dialog that adds them is closed. */
export const SHARED_CACHE = 'shared';

/**
 * Message of a page to a worker. `opened` tells the active worker that a page of this build is there; `take
 * over` asks a waiting worker to become the active one.
 */
export type ToWorker = { type: 'opened'; build: string } | { type: 'take over' };

/**
 * Message of a worker to a page: a notification was tapped, and the page is to open `path`. The page answers
 * by the port.
 */
export type FromWorker = { type: 'open'; path: string };
