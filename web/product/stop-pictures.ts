import type { AnyRouter } from '@tanstack/react-router';

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
      const src = picture.getAttribute('src');
      return picture.complete || !src ? [] : [{ picture, src }];
    });
    for (const { picture } of stopped) picture.removeAttribute('src');
    const unsubscribe = router.subscribe('onResolved', () => {
      unsubscribe();
      for (const { picture, src } of stopped)
        if (picture.isConnected && !picture.hasAttribute('src')) picture.setAttribute('src', src);
    });
  });
}
