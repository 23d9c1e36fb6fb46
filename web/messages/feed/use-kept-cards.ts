import { useCallback, useMemo, useState } from 'react';

export function idOfCard(element: Element): number | undefined {
  const card = element.closest<HTMLElement>('[data-id]');
  return card ? Number(card.dataset.id) : undefined;
}

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
