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
  // on the first page of a visit, Back would leave the site without asking blockers; so it gets a second entry
  useEffect(() => {
    if (!opened || router.history.canGoBack()) return;
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      hashScrollIntoView: false,
      state: (state) => ({ ...state, entered: true }),
      resetScroll: false,
      ignoreBlocker: true,
    });
  }, [opened, router]);
}
