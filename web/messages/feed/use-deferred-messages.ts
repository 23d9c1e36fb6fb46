import { useEffect, useMemo, useState } from 'react';

type Item = { id: number };

/**
 * Returns the items that are not newer than the item `topId`, and the number of newer items. Returns all
 * items if `topId` is undefined, or if all items are newer. The list must be sorted newest first.
 */
export function splitAtTop<T extends Item>(items: readonly T[], topId: number | undefined) {
  // not `id === topId`, because that item may have been deleted meanwhile
  const top = topId === undefined ? 0 : items.findIndex(({ id }) => id <= topId);
  const deferred = Math.max(0, top);
  return { shown: deferred === 0 ? items : items.slice(deferred), deferred };
}

/** Largest scroll position in pixels at which new messages are shown at once. */
const NEAR_TOP_PX = 160;

/**
 * Leaves out messages that arrive while the reader is further down the page, because a new card would move
 * the cards that the reader looks at. Returns the messages to show, and the number of messages that are left
 * out.
 */
export function useDeferredMessages<T extends Item>(items: readonly T[]) {
  const [scrolled, setScrolled] = useState(false);
  const [topId, setTopId] = useState<number>();
  useEffect(() => {
    const onScroll = () => setScrolled(scrollY > NEAR_TOP_PX);
    onScroll();
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
  const newestId = items[0]?.id;
  if (!scrolled && topId !== newestId) setTopId(newestId);
  return useMemo(() => splitAtTop(items, scrolled ? topId : undefined), [items, scrolled, topId]);
}
