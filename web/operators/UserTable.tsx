import { ActionIcon, Box, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import type { AdminUser, UserSort } from '../../src/contract/admin';
import { withCommas } from '../../src/contract/counts';
import { formatPhone } from '../../src/contract/people';
import { Day } from '../ui/times';
import { dashPhone } from './dash-phone';
import { nextSorting, type Sorting } from './sorting';
import { type Column, Table } from './Table';
import classes from './Table.module.css';

type Props = {
  users: AdminUser[];
  /** Operators can neither select nor delete their own account. */
  ownId: number | undefined;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  selected: ReadonlyMap<number, AdminUser>;
  onSelect: (selected: ReadonlyMap<number, AdminUser>) => void;
  onDelete: (user: AdminUser) => void;
  stale: boolean;
};

const nameOf = ({ displayName, phoneNumber }: AdminUser) => displayName ?? formatPhone(phoneNumber);

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

  const sortable = (sort: UserSort, title: string) => {
    const { order } = sorting;
    const isSorted = sorting.sort === sort;
    const Arrow = order === 'asc' ? IconArrowUp : IconArrowDown;
    return {
      title,
      sorted: isSorted ? (`${order}ending` as const) : undefined,
      heading: (
        <button type="button" className={classes.sort} onClick={() => onSort(nextSorting(sort, sorting))}>
          {title}
          {isSorted && <Arrow size={14} aria-hidden />}
        </button>
      ),
    };
  };

  const columns: Column<AdminUser>[] = [
    {
      title: 'Select',
      className: classes.check,
      heading: (
        <>
          <VisuallyHidden>Select</VisuallyHidden>
          <Check
            aria-label="Select all on this page"
            disabled={selectable.length === 0}
            checked={allSelected}
            ref={(box) => {
              if (box) box.indeterminate = !allSelected && selectable.some(({ id }) => selected.has(id));
            }}
            onChange={(event) => select(selectable, event.currentTarget.checked)}
          />
        </>
      ),
      cell: (user) => (
        <Check
          aria-label={`Select ${nameOf(user)}`}
          disabled={user.id === ownId}
          checked={selected.has(user.id)}
          onChange={(event) => select([user], event.currentTarget.checked)}
        />
      ),
    },
    { ...sortable('id', 'ID'), className: classes.none, cell: ({ id }) => id },
    {
      ...sortable('phone', 'Phone'),
      className: classes.phone,
      cell: ({ phoneNumber }) => (
        <>
          <Box component="span" visibleFrom="sm">
            {formatPhone(phoneNumber)}
          </Box>
          <Box component="span" hiddenFrom="sm">
            {dashPhone(phoneNumber)}
          </Box>
        </>
      ),
    },
    {
      ...sortable('name', 'Name'),
      className: classes.name,
      cell: ({ id, displayName }) => (
        <>
          {displayName ?? <span className={classes.none}>No name</span>}
          {id === ownId && <span className={classes.you}>you</span>}
        </>
      ),
    },
    {
      ...sortable('messages', 'Msgs'),
      className: classes.number,
      cell: ({ messageCount }) => withCommas(messageCount),
    },
    {
      ...sortable('created', 'Created'),
      className: classes.created,
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
    {
      ...sortable('active', 'Last Active'),
      className: classes.active,
      cell: ({ lastActivity }) =>
        lastActivity ? <Day at={lastActivity} /> : <span className={classes.none}>Never</span>,
    },
    {
      title: 'Actions',
      className: classes.actions,
      heading: <span>Actions</span>,
      cell: (user) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Delete ${nameOf(user)}`}
          disabled={user.id === ownId}
          onClick={() => onDelete(user)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      ),
    },
  ];

  return (
    <Table
      label="Users"
      columns={columns}
      rows={users}
      keyOf={({ id }) => id}
      isSelected={({ id }) => selected.has(id)}
      stale={stale}
    />
  );
}

const Check = (props: ComponentProps<'input'>) => (
  <label>
    <input type="checkbox" {...props} />
  </label>
);
