import { type ToWorker, WORKER_PATH } from '../../worker/names';
import { deleteKeptPictures } from '../kept-pictures';
import { cache } from '../trpc';
import { offerUpdateIfServerHasOne, ownBuild } from './offer-update';

/** Least time between two looks for a new version, in milliseconds. */
const LOOK_EVERY_MS = 3_600_000;

/**
 * Registers the service worker, and offers to reload the page when a newer worker is ready. Does nothing in a
 * browser without service workers, or on a page that came over plain http from another machine.
 */
export async function registerWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.register(WORKER_PATH).catch(() => null);
  if (!registration) return;
  tellOpened(registration.active);
  // a session can end while no page is open
  if (cache.auth.session.getData()?.authenticated === false) void deleteKeptPictures();
  if (registration.waiting) onReady(registration.waiting);
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  lookWhenVisible(registration);
}

/** Waits until a worker is installed. The first worker of a browser then starts by itself. */
function watch(worker: ServiceWorker | null) {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) onReady(worker);
  });
}

function onReady(waiting: ServiceWorker) {
  tellOpened(waiting);
  void offerUpdateIfServerHasOne();
}

function tellOpened(worker: ServiceWorker | null) {
  const opened: ToWorker = { type: 'opened', build: ownBuild };
  worker?.postMessage(opened);
}

/** Looks for a new version when the person comes back to the page. The browser looks when a page is loaded. */
function lookWhenVisible(registration: ServiceWorkerRegistration) {
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_EVERY_MS) return;
    looked = Date.now();
    if (registration.waiting) void offerUpdateIfServerHasOne();
    else registration.update().catch(() => {});
  });
}
