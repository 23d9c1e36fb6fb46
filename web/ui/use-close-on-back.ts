import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Makes the browser's Back button close an overlay and not leave the page. Without this, a dialog about one
 * board would stay open on the page of another board. While the overlay is busy, Back does nothing.
 */
export function useCloseOnBack(opened: boolean, onClose: () => void, busy = false) {
  useBlocker({
    disabled: !opened,
    enableBeforeUnload: false,
    shouldBlockFn({ action }) {
      if (action !== 'REPLACE' && !busy) onClose();
      return action !== 'REPLACE' && action !== 'PUSH';
    },
  });
  // Back can leave the site without asking blockers. So if the overlay opens on the first page of a visit,
  // that page is added to the history a second time, and Back leads to the first of the two entries.
  const router = useRouter();
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
