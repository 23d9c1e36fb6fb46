import { useEffect, useMemo, useState } from 'react';

type Item = { id: number };

/** Splits a list that is sorted newest first: counts the items newer than `topId` and returns the others. */
export function splitAtTop<T extends Item>(items: readonly T[], topId: number | undefined) {
  // the item `topId` may have been deleted meanwhile
  const top = topId === undefined ? 0 : items.findIndex(({ id }) => id <= topId);
  const deferred = Math.max(0, top);
  return { shown: deferred === 0 ? items : items.slice(deferred), deferred };
}

/** Pixels from the top of the page within which a reader sees new messages arrive. */
const NEAR_TOP_PX = 160;

/**
 * Leaves out messages that arrive while the reader is scrolled down, since a new card would move the cards that are
 * being read. Returns the messages to show and the number of those left out.
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
