import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { AdminUser, UserSort } from '../../src/contract/admin';
import { formatPhone } from '../../src/contract/people';
import { exactTime, shortDate } from '../ui/dates';
import { dashPhone } from './dash-phone';
import { nextSorting, type Sorting } from './sorting';
import classes from './UserTable.module.css';

type Props = {
  users: AdminUser[];
  /** The operator's own id: nobody deletes themselves here. */
  own: number | undefined;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  /** By id, also of other pages. */
  selected: ReadonlyMap<number, AdminUser>;
  onSelect: (selected: ReadonlyMap<number, AdminUser>) => void;
  onDelete: (user: AdminUser) => void;
  /** Rows of the page before, while this one comes. */
  stale: boolean;
};

/** Columns, and where they hide, as in spec 2. */
export function UserTable({ users, own, sorting, onSort, selected, onSelect, onDelete, stale }: Props) {
  const free = users.filter(({ id }) => id !== own);
  const all = free.length > 0 && free.every(({ id }) => selected.has(id));

  function select(these: AdminUser[], checked: boolean) {
    const next = new Map(selected);
    for (const user of these)
      if (checked) next.set(user.id, user);
      else next.delete(user.id);
    onSelect(next);
  }

  const heading = (sort: UserSort, title: string, className?: string) => (
    <Heading sort={sort} title={title} className={className} sorting={sorting} onSort={onSort} />
  );

  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-busy={stale} data-stale={stale || undefined}>
        <thead>
          <tr>
            <th scope="col" className={classes.check}>
              <VisuallyHidden>Select</VisuallyHidden>
              <input
                type="checkbox"
                aria-label="Select all on this page"
                disabled={free.length === 0}
                checked={all}
                ref={(box) => {
                  if (box) box.indeterminate = !all && free.some(({ id }) => selected.has(id));
                }}
                onChange={(event) => select(free, event.currentTarget.checked)}
              />
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
            <Row
              key={user.id}
              user={user}
              own={user.id === own}
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

type RowProps = {
  user: AdminUser;
  own: boolean;
  selected: boolean;
  onSelect: (checked: boolean) => void;
  onDelete: () => void;
};

function Row({ user, own, selected, onSelect, onDelete }: RowProps) {
  const { id, phoneNumber, displayName, messageCount, createdAt, lastActivity } = user;
  const name = displayName ?? formatPhone(phoneNumber);
  return (
    <tr data-selected={selected || undefined}>
      <td className={classes.check}>
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          disabled={own}
          checked={selected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      </td>
      <td className={classes.id}>{id}</td>
      <td className={classes.phone}>
        <span className={classes.wide}>{formatPhone(phoneNumber)}</span>
        <span className={classes.narrow}>{dashPhone(phoneNumber)}</span>
      </td>
      <td className={classes.name}>
        {displayName ?? <span className={classes.none}>No name</span>}
        {own && <span className={classes.you}>you</span>}
      </td>
      <td className={classes.number}>{messageCount.toLocaleString('en-US')}</td>
      <td className={classes.created}>
        <time dateTime={createdAt} title={exactTime(createdAt)}>
          {shortDate(createdAt)}
        </time>
      </td>
      <td className={classes.active}>
        {lastActivity ? (
          <time dateTime={lastActivity} title={exactTime(lastActivity)}>
            {shortDate(lastActivity)}
          </time>
        ) : (
          <span className={classes.none}>Never</span>
        )}
      </td>
      <td className={classes.actions}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Delete ${name}`}
          disabled={own}
          onClick={onDelete}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}
