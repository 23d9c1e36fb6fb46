import type { UserSort } from '../../src/contract/admin';

export type Sorting = { sort: UserSort; order: 'asc' | 'desc' };

export const DEFAULT_SORTING: Sorting = { sort: 'id', order: 'desc' };

/** Order in which a column is sorted first: words from A to Z, numbers and times from the largest. */
const DEFAULT_ORDER: Record<UserSort, Sorting['order']> = {
  id: 'desc',
  phone: 'asc',
  name: 'asc',
  messages: 'desc',
  created: 'desc',
  active: 'desc',
};

/** Returns the sorting after a click on a column's heading: by that column, or reversed if it is the current one. */
export function nextSorting(column: UserSort, current: Sorting): Sorting {
  if (current.sort !== column) return { sort: column, order: DEFAULT_ORDER[column] };
  return { sort: column, order: current.order === 'asc' ? 'desc' : 'asc' };
}
