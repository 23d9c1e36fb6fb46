import type { Router } from '../ui/router/router';

/**
 * Attributes that make a browser load a picture. `srcset` is restored first, because a browser prefers it to
 * `src`.
 */
const ADDRESSES = ['srcset', 'src'];

/**
 * Stops loading the pictures of a page when the person leaves the page. With HTTP/1.1, browsers open only six
 * connections to a server, and they finish loading pictures that are no longer on the page. The calls of the
 * next page would have to wait. Pictures that stay on the next page, such as those of the sidebar, load again
 * when the next page is shown.
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

/** Stops loading all pictures that are not complete, and returns them with their addresses. */
function stopLoading() {
  const unfinished = [...document.images].filter(({ complete }) => !complete);
  return unfinished.map((picture) => {
    const addresses = ADDRESSES.map((name) => [name, picture.getAttribute(name)] as const);
    for (const name of ADDRESSES) picture.removeAttribute(name);
    return { picture, addresses };
  });
}
