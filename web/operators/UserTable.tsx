import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { AdminUser, UserSort } from '../../src/contract/admin';
import { nextSorting, type Sorting } from './sorting';
import { UserRow } from './UserRow';
import classes from './UserTable.module.css';

type Props = {
  users: AdminUser[];
  /** Id of the signed-in operator. Operators cannot select or delete their own account here. */
  ownId: number | undefined;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  /** Selected users of all pages, by id. */
  selected: ReadonlyMap<number, AdminUser>;
  onSelect: (selected: ReadonlyMap<number, AdminUser>) => void;
  onDelete: (user: AdminUser) => void;
  /**
   * True while the table still shows the rows of the previous search, order or page, because the new rows are
   * loading.
   */
  stale: boolean;
};

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

  const heading = (sort: UserSort, title: string, className?: string) => (
    <Heading sort={sort} title={title} className={className} sorting={sorting} onSort={onSort} />
  );

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
            {heading('id', 'ID')}
            {heading('phone', 'Phone')}
            {heading('name', 'Name')}
            {heading('messages', 'Msgs', classes.number)}
            {heading('created', 'Created', classes.created)}
            {heading('active', 'Last Active', classes.active)}
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

type HeadingProps = Pick<Props, 'sorting' | 'onSort'> & { sort: UserSort; title: string; className?: string };

function Heading({ sort, title, className, sorting, onSort }: HeadingProps) {
  const current = sorting.sort === sort;
  const Arrow = sorting.order === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={current ? (sorting.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" className={classes.sort} onClick={() => onSort(nextSorting(sort, sorting))}>
        {title}
        {current && <Arrow size={14} aria-hidden />}
      </button>
    </th>
  );
}
