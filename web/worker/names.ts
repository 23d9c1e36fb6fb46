export const WORKER_PATH = '/worker.js';
export const BUILD_META = 'build';

export const BUILD_CACHE = 'build-';
/** Only the person who was signed in may see these pictures. */
export const MEDIA_CACHE = 'media';
/** The photos stay there until the dialog that adds them to a message is closed. */
export const SHARED_CACHE = 'shared';

export type ToWorker = { build: string };

export type FromWorker = { type: 'open'; path: string };
