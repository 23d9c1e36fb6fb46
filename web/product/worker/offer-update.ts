import { toast } from '../../ui/toast';
import { BUILD_META } from '../../worker/names';

export const ownBuild = document.querySelector<HTMLMetaElement>(`meta[name="${BUILD_META}"]`)?.content ?? '';

export async function offerUpdateIfServerHasOne(): Promise<void> {
  const page = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : null),
    () => null,
  );
  if (!page?.includes(`<meta name="${BUILD_META}"`) || page.includes(`content="${ownBuild}"`)) return;
  toast({ title: 'A new version is ready', onReload: () => location.reload() });
}
