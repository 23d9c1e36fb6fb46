import type { Router } from '../ui/router';

/** `srcset` is restored first, because a browser prefers it to `src`. */
const ADDRESSES = ['srcset', 'src'];

/** Otherwise the calls of the next page wait: HTTP/1.1 browsers open six connections to a server. */
export function stopPicturesOnLeaving(router: Router) {
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (!pathChanged) return;
    const stopped = stopLoading();
    const unsubscribe = router.subscribe('onResolved', () => {
      unsubscribe();
      for (const { picture, addresses } of stopped)
        for (const [name, address] of addresses)
          if (picture.isConnected && address && !picture.hasAttribute(name))
            picture.setAttribute(name, address);
    });
  });
}

function stopLoading() {
  const unfinished = [...document.images].filter(({ complete }) => !complete);
  return unfinished.map((picture) => {
    const addresses = ADDRESSES.map((name) => [name, picture.getAttribute(name)] as const);
    for (const name of ADDRESSES) picture.removeAttribute(name);
    return { picture, addresses };
  });
}
