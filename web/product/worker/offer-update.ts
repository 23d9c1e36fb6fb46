import { toast } from '../../ui/toast';
import { BUILD_META } from '../../worker/names';

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
  toast({ title: 'A new version is ready', onReload: () => location.reload() });
}
