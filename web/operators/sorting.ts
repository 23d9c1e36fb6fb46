import type { UserSort } from '../../src/contract/admin';

export type Sorting = { sort: UserSort; order: 'asc' | 'desc' };

export const DEFAULT_SORTING: Sorting = { sort: 'id', order: 'desc' };

const DEFAULT_ORDER: Record<UserSort, Sorting['order']> = {
  id: 'desc',
  phone: 'asc',
  name: 'asc',
  messages: 'desc',
  created: 'desc',
  active: 'desc',
};

export function nextSorting(column: UserSort, current: Sorting): Sorting {
  if (current.sort !== column) return { sort: column, order: DEFAULT_ORDER[column] };
  return { sort: column, order: current.order === 'asc' ? 'desc' : 'asc' };
}
