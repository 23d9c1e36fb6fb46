import { useEffect, useMemo, useState } from 'react';

type Item = { id: number };

/**
 * Returns the items that are not newer than the item `topId`, and the number of the newer ones. Returns all
 * items if there is no `topId`, or if all of them are newer. The list must be sorted newest first.
 */
export function splitAtTop<T extends Item>(items: readonly T[], topId: number | undefined) {
  // not `id === topId`, because that item may have been deleted meanwhile
  const top = topId === undefined ? 0 : items.findIndex(({ id }) => id <= topId);
  const deferred = Math.max(0, top);
  return { shown: deferred === 0 ? items : items.slice(deferred), deferred };
}

/** A reader who has scrolled down by no more than this many pixels sees new messages at once. */
const NEAR_TOP_PX = 160;

/**
 * Leaves out messages that arrive while the reader is further down the page, since a new card would move the
 * cards that are being read. Returns the messages to show and the number of those left out.
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
