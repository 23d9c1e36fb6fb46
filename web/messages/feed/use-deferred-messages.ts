import { useEffect, useMemo, useState } from 'react';

type Item = { id: number };

/** Splits a list, newest first, at what was on top when the reader began to scroll, or the next should it be gone. */
export function splitAt<T extends Item>(items: readonly T[], top: number | undefined) {
  const first = top === undefined ? 0 : items.findIndex(({ id }) => id <= top);
  const held = Math.max(0, first);
  return { shown: held === 0 ? items : items.slice(held), held };
}

/** Within this many pixels of the top a reader sees what comes in. */
const NEAR_TOP = 160;

/**
 * Holds back what arrives while the reader is further down: a column that slides away under one's eyes is
 * worse than a button that says how many are new.
 */
export function useDeferredMessages<T extends Item>(items: readonly T[]) {
  const [scrolled, setScrolled] = useState(false);
  const [top, setTop] = useState<number>();
  useEffect(() => {
    const look = () => setScrolled(scrollY > NEAR_TOP);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  const newest = items[0]?.id;
  if (!scrolled && top !== newest) setTop(newest);
  return useMemo(() => splitAt(items, scrolled ? top : undefined), [items, scrolled, top]);
}
