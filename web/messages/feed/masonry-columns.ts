import { useSyncExternalStore } from 'react';

/** Spec 9: three columns, two up to a width of 1100, one up to 700. */
export const columnCount = (width: number) => (width <= 700 ? 1 : width <= 1100 ? 2 : 3);

function subscribe(changed: () => void) {
  const queries = [matchMedia('(max-width: 700px)'), matchMedia('(max-width: 1100px)')];
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    for (const query of queries) query.removeEventListener('change', changed);
  };
}

export const useColumnCount = () => useSyncExternalStore(subscribe, () => columnCount(window.innerWidth));

/** Which column each item is in. Kept from one rendering to the next: a card never changes its column by itself. */
export type ColumnAssignment = { columns: number; of: Map<number, number> };

type Item = { id: number };

/**
 * Deals `items` (newest first) into columns, each to the one that is shortest so far. Items that were assigned
 * before keep their column; those that came since are assigned oldest first, as if they had arrived one by one.
 * Answers for each column the indexes of its items, and the assignment to pass in the next time.
 */
export function assignColumns<T extends Item>(
  items: readonly T[],
  columns: number,
  heightOf: (item: T) => number,
  before: ColumnAssignment | undefined,
): { lanes: number[][]; assignment: ColumnAssignment } {
  const known = before?.columns === columns ? before.of : new Map<number, number>();
  const of = new Map<number, number>();
  const heights = new Array<number>(columns).fill(0);
  const top: T[] = [];
  const bottom: T[] = [];
  for (const item of items) {
    const column = known.get(item.id);
    if (column === undefined) (of.size === 0 && known.size > 0 ? top : bottom).push(item);
    else {
      of.set(item.id, column);
      heights[column]! += heightOf(item);
    }
  }
  for (const item of [...top.reverse(), ...bottom]) {
    const column = heights.indexOf(Math.min(...heights));
    of.set(item.id, column);
    heights[column]! += heightOf(item);
  }
  const lanes: number[][] = heights.map(() => []);
  items.forEach((item, index) => {
    lanes[of.get(item.id)!]!.push(index);
  });
  return { lanes, assignment: { columns, of } };
}
