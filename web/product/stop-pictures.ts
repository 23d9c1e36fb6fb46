import type { Router } from '../ui/router/router';

/** `srcset` is restored first, because a browser prefers it to `src`. */
const ADDRESSES = ['srcset', 'src'];

/**
 * With HTTP/1.1, browsers open only six connections to a server, and they finish loading pictures that are no
 * longer on the page.
 */
export function stopPicturesOnLeaving(router: Router) {
  let stopped: { picture: HTMLImageElement; addresses: (readonly [string, string | null])[] }[] = [];
  router.subscribe(() => {
    if (router.isLoading && router.shown?.location.pathname !== router.location.pathname)
      stopped = stopped.concat(stopLoading());
    if (router.isLoading) return;
    for (const { picture, addresses } of stopped)
      for (const [name, address] of addresses)
        if (picture.isConnected && address && !picture.hasAttribute(name))
          picture.setAttribute(name, address);
    stopped = [];
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
