import type { Router } from '../../ui/router';
import type { FromWorker } from '../../worker/names';

export function openNotified(router: Router): void {
  navigator.serviceWorker?.addEventListener('message', async ({ data, ports }: MessageEvent<FromWorker>) => {
    if (data?.type !== 'open') return;
    ports[0]?.postMessage('opened');
    scrollTo({ top: 0 }); // needed because a list that is scrolled down would not show the new message yet
    await router.navigate({ href: data.path });
  });
}
