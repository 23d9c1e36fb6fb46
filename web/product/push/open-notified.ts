import type { AnyRouter } from '@tanstack/react-router';
import type { FromWorker } from '../../worker/names';

/** Opens the page of a notification that was tapped, where the newest message is at the top, and tells the worker. */
export function openNotified(router: AnyRouter): void {
  navigator.serviceWorker?.addEventListener('message', async ({ data, ports }: MessageEvent<FromWorker>) => {
    if (data?.type !== 'open') return;
    ports[0]?.postMessage('opened');
    await router.navigate({ href: data.path });
    scrollTo({ top: 0 });
  });
}
