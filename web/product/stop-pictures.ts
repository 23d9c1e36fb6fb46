import type { AnyRouter } from '@tanstack/react-router';

/** Attributes of a picture that make a browser load it. `srcset` is set again first, as it has precedence. */
const ADDRESSES = ['srcset', 'src'];

/**
 * Stops loading the pictures of a page when the person leaves it. Otherwise the calls of the next page wait,
 * because with HTTP/1.1 browsers open only six connections to a server, and they finish loading pictures that
 * are no longer on the page. Pictures that the next page keeps, such as those of the sidebar, load again when
 * the next page is there.
 */
export function stopPicturesOnLeaving(router: AnyRouter) {
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (!pathChanged) return;
    const stopped = [...document.images].flatMap((picture) => {
      const addresses = ADDRESSES.map((name) => [name, picture.getAttribute(name)] as const);
      return picture.complete ? [] : [{ picture, addresses }];
    });
    for (const { picture } of stopped) for (const name of ADDRESSES) picture.removeAttribute(name);
    const unsubscribe = router.subscribe('onResolved', () => {
      unsubscribe();
      for (const { picture, addresses } of stopped)
        for (const [name, address] of addresses)
          if (picture.isConnected && address && !picture.hasAttribute(name))
            picture.setAttribute(name, address);
    });
  });
}
