import type { Router } from '../../ui/router';
import { type FromWorker, type ToWorker, WORKER_PATH } from '../../worker/names';
import { deleteKeptPictures } from '../kept-pictures';
import { cache } from '../trpc';
import { watchBadge } from './badge';
import { offerUpdateIfServerHasOne, ownBuild } from './offer-update';

/** Minimum time between two checks for a new version, in milliseconds. */
const LOOK_EVERY_MS = 3_600_000;

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

function openNotified(router: Router): void {
  navigator.serviceWorker?.addEventListener('message', async ({ data, ports }: MessageEvent<FromWorker>) => {
    if (data?.type !== 'open') return;
    ports[0]?.postMessage('opened');
    scrollTo({ top: 0 }); // needed because a list that is scrolled down would not show the new message yet
    await router.navigate({ href: data.path });
  });
}

function watch(worker: ServiceWorker | null) {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) void offerUpdateIfServerHasOne();
  });
}

/** The browser itself checks whenever it loads a page. */
function lookWhenVisible(registration: ServiceWorkerRegistration) {
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_EVERY_MS) return;
    looked = Date.now();
    if (registration.waiting) void offerUpdateIfServerHasOne();
    else registration.update().catch(() => {});
  });
}
