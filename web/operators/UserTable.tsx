import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { AdminUser, UserSort } from '../../src/contract/admin';
import { nextSorting, type Sorting } from './sorting';
import { UserRow } from './UserRow';
import classes from './UserTable.module.css';

type Props = {
  users: AdminUser[];
  ownId: number | undefined;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  selected: ReadonlyMap<number, AdminUser>;
  onSelect: (selected: ReadonlyMap<number, AdminUser>) => void;
  onDelete: (user: AdminUser) => void;
  /** True while the rows of the previous search, order or page still show. */
  stale: boolean;
};

const COLUMNS: [UserSort, title: string, className?: string][] = [
  ['id', 'ID'],
  ['phone', 'Phone'],
  ['name', 'Name'],
  ['messages', 'Msgs', classes.number],
  ['created', 'Created', classes.created],
  ['active', 'Last Active', classes.active],
];
const SORTED = { asc: 'ascending', desc: 'descending' } as const;

export function UserTable({ users, ownId, sorting, onSort, selected, onSelect, onDelete, stale }: Props) {
  const selectable = users.filter(({ id }) => id !== ownId);
  const allSelected = selectable.length > 0 && selectable.every(({ id }) => selected.has(id));

  function select(changed: AdminUser[], checked: boolean) {
    const next = new Map(selected);
    for (const user of changed)
      if (checked) next.set(user.id, user);
      else next.delete(user.id);
    onSelect(next);
  }

  return (
    <div className={classes.frame}>
      <table aria-label="Users" className={classes.table} aria-busy={stale} data-stale={stale || undefined}>
        <thead>
          <tr>
            <th scope="col" className={classes.check}>
              <VisuallyHidden>Select</VisuallyHidden>
              <label>
                <input
                  type="checkbox"
                  aria-label="Select all on this page"
                  disabled={selectable.length === 0}
                  checked={allSelected}
                  ref={(box) => {
                    if (box)
                      box.indeterminate = !allSelected && selectable.some(({ id }) => selected.has(id));
                  }}
                  onChange={(event) => select(selectable, event.currentTarget.checked)}
                />
              </label>
            </th>
            {COLUMNS.map(([sort, title, className]) => {
              const direction = sorting.sort === sort && sorting.order;
              return (
                <th
                  key={sort}
                  scope="col"
                  className={className}
                  aria-sort={direction ? SORTED[direction] : undefined}
                >
                  <button
                    type="button"
                    className={classes.sort}
                    onClick={() => onSort(nextSorting(sort, sorting))}
                  >
                    {title}
                    {direction === 'asc' && <IconArrowUp size={14} aria-hidden />}
                    {direction === 'desc' && <IconArrowDown size={14} aria-hidden />}
                  </button>
                </th>
              );
            })}
            <th scope="col" className={classes.actions}>
              <span>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              own={user.id === ownId}
              selected={selected.has(user.id)}
              onSelect={(checked) => select([user], checked)}
              onDelete={() => onDelete(user)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
