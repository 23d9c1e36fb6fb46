import type { Router } from '../../ui/router/router';
import { type ToWorker, WORKER_PATH } from '../../worker/names';
import { deleteKeptPictures } from '../kept-pictures';
import { openNotified } from '../push/open-notified';
import { cache } from '../trpc';
import { watchBadge } from './badge';
import { offerUpdateIfServerHasOne, ownBuild } from './offer-update';

/** Minimum time between two checks for a new version, in milliseconds. */
const LOOK_EVERY_MS = 3_600_000;

/**
 * Shows the number of unread messages on the icon of the app, registers the service worker, and offers to
 * reload the page when a newer worker is ready. Tapped notifications then open their pages with `router`.
 * Registers no worker if the browser has no service workers, or if the page was loaded from another machine
 * over plain http.
 */
export async function registerWorker(router: Router): Promise<void> {
  watchBadge();
  const registration = await navigator.serviceWorker?.register(WORKER_PATH).catch(() => null);
  if (!registration) return;
  openNotified(router);
  const opened: ToWorker = { build: ownBuild };
  registration.active?.postMessage(opened);
  // needed here because a session can also end while no page is open
  if (cache.auth.session.getData()?.authenticated === false) void deleteKeptPictures();
  if (registration.waiting) void offerUpdateIfServerHasOne();
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  lookWhenVisible(registration);
}

/** Offers to reload the page when `worker` is installed, unless it is the first worker of this browser. */
function watch(worker: ServiceWorker | null) {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) void offerUpdateIfServerHasOne();
  });
}

/**
 * Checks for a new version when the person comes back to the page. The browser itself checks whenever it
 * loads a page.
 */
function lookWhenVisible(registration: ServiceWorkerRegistration) {
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_EVERY_MS) return;
    looked = Date.now();
    if (registration.waiting) void offerUpdateIfServerHasOne();
    else registration.update().catch(() => {});
  });
}
