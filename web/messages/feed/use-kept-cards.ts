import { useCallback, useMemo, useState } from 'react';

/** Returns the id of the item whose card contains an element, or undefined if no card contains it. */
export function idOfCard(element: Element): number | undefined {
  const card = element.closest<HTMLElement>('[data-id]');
  return card ? Number(card.dataset.id) : undefined;
}

/**
 * Returns the ids of the cards that stay mounted when they are scrolled out of view: the card with the focus,
 * and cards whose content has called `keepMounted` (ui/keep-mounted.ts).
 */
export function useKeptCards() {
  const [focusedId, setFocusedId] = useState<number>();
  const [askingIds, setAskingIds] = useState<readonly number[]>([]);
  const keptIds = useMemo(
    () => new Set(focusedId === undefined ? askingIds : [...askingIds, focusedId]),
    [askingIds, focusedId],
  );
  const keepMounted = useCallback((element: Element) => {
    const id = idOfCard(element);
    if (id === undefined) return () => {};
    setAskingIds((ids) => [...ids, id]); // contains an id twice if two videos on the card were started
    return () => setAskingIds((ids) => ids.toSpliced(ids.indexOf(id), 1));
  }, []);
  return { keptIds, setFocusedId, keepMounted };
}
