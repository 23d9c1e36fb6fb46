import { useSyncExternalStore } from 'react';
import { columnCount } from './column-count';

/**
 * Returns the space between cards in pixels. There is less space if there is only one column, as on phones.
 */
export const gapOf = (columns: number) => (columns === 1 ? 10 : 16);

function subscribe(onChange: () => void) {
  const queries = [matchMedia('(max-width: 700px)'), matchMedia('(max-width: 1100px)')];
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

export const useColumnCount = () => useSyncExternalStore(subscribe, () => columnCount(window.innerWidth));

/** The number of columns, and a map from the key of each item to its column. */
export type ColumnAssignment = { columns: number; columnOf: Map<number, number> };

type Item = { id: number };

/**
 * Assigns `items` to columns, one after the other: each item goes to the column that is the shortest so far.
 * `previous` is the assignment that the last call returned. If the number of columns has not changed, items
 * in `previous` keep their columns. New items that come before all those items are distributed as if the
 * columns were empty, so the first new item goes to the first column. Returns the indexes of the items in
 * each column, and the assignment to pass to the next call.
 */
export function assignColumns<T extends Item>(
  items: readonly T[],
  columns: number,
  heightOf: (item: T) => number,
  previous: ColumnAssignment | undefined,
  keyOf = (item: T) => item.id,
): { indexes: number[][]; assignment: ColumnAssignment } {
  const assigned = previous?.columns === columns ? previous.columnOf : new Map<number, number>();
  const columnOf = new Map<number, number>();
  const heights = new Array<number>(columns).fill(0);
  const newer: T[] = [];
  const older: T[] = [];
  for (const item of items) {
    const column = assigned.get(keyOf(item));
    if (column === undefined) (columnOf.size === 0 && assigned.size > 0 ? newer : older).push(item);
    else {
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

/** Adds a height to the first of the shortest columns, and returns the index of that column. */
function addToShortest(heights: number[], height: number): number {
  const column = heights.indexOf(Math.min(...heights));
  heights[column]! += height;
  return column;
}
