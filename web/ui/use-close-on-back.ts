import { useEffect, useEffectEvent } from 'react';
import { type BlockerFn, useRouter } from './router';

/** Otherwise a dialog about one board would stay open on the page of another board. */
export function useCloseOnBack(opened: boolean, onClose: () => void, busy = false) {
  const router = useRouter();
  const ask = useEffectEvent(({ action }: Parameters<BlockerFn>[0]) => {
    if (action !== 'REPLACE' && !busy) onClose();
    return action !== 'REPLACE' && action !== 'PUSH';
  });
  useEffect(() => {
    if (!opened) return;
    return router.history.block({ enableBeforeUnload: false, blockerFn: (step) => ask(step) });
  }, [opened, router]);
  // the Back button can leave the site without asking blockers; so if the overlay opens on the first page of
  // a visit, a second entry for that page is added to the history, and Back leads only to the first entry
  useEffect(() => {
    if (!opened || router.history.canGoBack()) return;
    void router.navigate({
      to: '.',
      search: true,
      state: (state) => ({ ...state, entered: true }),
      resetScroll: false,
      ignoreBlocker: true,
    });
  }, [opened, router]);
}
