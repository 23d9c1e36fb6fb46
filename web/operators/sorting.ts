import type { UserSort } from '../../src/contract/admin';

export type Sorting = { sort: UserSort; order: 'asc' | 'desc' };

export const DEFAULT_SORTING: Sorting = { sort: 'id', order: 'desc' };

/**
 * Order of a column when it is first clicked: names and phone numbers ascend; ids, counts and times descend.
 */
const DEFAULT_ORDER: Record<UserSort, Sorting['order']> = {
  id: 'desc',
  phone: 'asc',
  name: 'asc',
  messages: 'desc',
  created: 'desc',
  active: 'desc',
};

/**
 * Returns the sorting after a click on a column's heading. A click on the current column reverses its order.
 */
export function nextSorting(column: UserSort, current: Sorting): Sorting {
  if (current.sort !== column) return { sort: column, order: DEFAULT_ORDER[column] };
  return { sort: column, order: current.order === 'asc' ? 'desc' : 'asc' };
}
