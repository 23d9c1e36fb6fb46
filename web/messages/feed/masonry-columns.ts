import { useSyncExternalStore } from 'react';

export const columnCount = (width: number) => (width <= 700 ? 1 : width <= 1100 ? 2 : 3);

export const gapOf = (columns: number) => (columns === 1 ? 10 : 16);

function subscribe(onChange: () => void) {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}

export const useColumnCount = () => useSyncExternalStore(subscribe, () => columnCount(innerWidth));

export type ColumnAssignment = { columns: number; columnOf: Map<number, number> };

type Item = { id: number };

/** The first `lead` items, which are pinned, do not count as those that newer ones come before. */
export function assignColumns<T extends Item>(
  items: readonly T[],
  columns: number,
  heightOf: (item: T) => number,
  previous: ColumnAssignment | undefined,
  keyOf = (item: T) => item.id,
  lead = 0,
): { indexes: number[][]; assignment: ColumnAssignment } {
  const assigned = previous?.columns === columns ? previous.columnOf : new Map<number, number>();
  const columnOf = new Map<number, number>();
  const heights = new Array<number>(columns).fill(0);
  const newer: T[] = [];
  const older: T[] = [];
  let hasKnown = false;
  for (const [index, item] of items.entries()) {
    const column = assigned.get(keyOf(item));
    if (column === undefined) (!hasKnown && index >= lead && assigned.size > 0 ? newer : older).push(item);
    else {
      if (index >= lead) hasKnown = true;
      columnOf.set(keyOf(item), column);
      heights[column]! += heightOf(item);
    }
  }
  const newHeights = new Array<number>(columns).fill(0);
  for (const item of newer) columnOf.set(keyOf(item), addToShortest(newHeights, heightOf(item)));
  newHeights.forEach((height, column) => {
    heights[column]! += height;
  });
  for (const item of older) columnOf.set(keyOf(item), addToShortest(heights, heightOf(item)));
  const indexes: number[][] = heights.map(() => []);
  items.forEach((item, index) => {
    indexes[columnOf.get(keyOf(item))!]!.push(index);
  });
  return { indexes, assignment: { columns, columnOf } };
}

function addToShortest(heights: number[], height: number): number {
  const column = heights.indexOf(Math.min(...heights));
  heights[column]! += height;
  return column;
}
