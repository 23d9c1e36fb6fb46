import { toast } from '../../ui/toast';
import { BUILD_META, type ToWorker } from '../../worker/names';

/** Longest time that a reload waits for the new worker, in milliseconds. */
const TAKE_OVER_MS = 2000;

/** Id of the build of this page. It is empty on the development server. */
export const ownBuild = document.querySelector<HTMLMetaElement>(`meta[name="${BUILD_META}"]`)?.content ?? '';

/**
 * Offers to reload the page if the build on the server is not the build of this page (docs/product.md:
 * Updates of the app). Does nothing if the server cannot be reached.
 */
export async function offerUpdateIfServerHasOne(): Promise<void> {
  const page = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : null),
    () => null,
  );
  if (!page?.includes(`<meta name="${BUILD_META}"`) || page.includes(`content="${ownBuild}"`)) return;
  toast({ title: 'A new version is ready', onReload: () => void reload() });
}

/**
 * Reloads the page. If a new service worker is waiting, first makes it the active one, because the new worker
 * has the files of the new page.
 */
async function reload() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.waiting) {
    const takenOver = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      setTimeout(resolve, TAKE_OVER_MS);
    });
    const takeOver: ToWorker = { type: 'take over' };
    registration.waiting.postMessage(takeOver);
    await takenOver;
  }
  location.reload();
}
