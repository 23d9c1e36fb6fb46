import { useEffect, useMemo, useState } from 'react';

type Item = { id: number };

export function splitAtTop<T extends Item>(items: readonly T[], topId: number | undefined) {
  // not `id === topId`, because that item may have been deleted meanwhile
  const top = topId === undefined ? 0 : items.findIndex(({ id }) => id <= topId);
  const deferred = Math.max(0, top);
  return { shown: deferred === 0 ? items : items.slice(deferred), deferred };
}

const NEAR_TOP_PX = 160;

/** Further down the page, a new card would move the cards that the reader looks at. */
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
