import type { UserSort } from '../../src/contract/admin';

export type Sorting = { sort: UserSort; order: 'asc' | 'desc' };

export const DEFAULT_SORTING: Sorting = { sort: 'id', order: 'desc' };

/** What a column is sorted by first: words from the beginning, numbers and times from the largest. */
const DEFAULT_ORDER: Record<UserSort, Sorting['order']> = {
  id: 'desc',
  phone: 'asc',
  name: 'asc',
  messages: 'desc',
  created: 'desc',
  active: 'desc',
};

/** After a press on the heading of a column: sorted by it, or the other way round if it was. */
export function nextSorting(sort: UserSort, before: Sorting): Sorting {
  if (before.sort !== sort) return { sort, order: DEFAULT_ORDER[sort] };
  return { sort, order: before.order === 'asc' ? 'desc' : 'asc' };
}
