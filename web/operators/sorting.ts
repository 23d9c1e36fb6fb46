import type { UserSort } from '../../src/contract/admin';

export type Sorting = { sort: UserSort; order: 'asc' | 'desc' };

export const DEFAULT_SORTING: Sorting = { sort: 'id', order: 'desc' };

/** Names and phone numbers ascend at the first click; ids, counts and times descend. */
const ASCENDING: UserSort[] = ['phone', 'name'];

/** Returns the sorting after a click on a column's heading. */
export function nextSorting(column: UserSort, current: Sorting): Sorting {
  const isAscending = current.sort === column ? current.order === 'desc' : ASCENDING.includes(column);
  return { sort: column, order: isAscending ? 'asc' : 'desc' };
}
