import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { AdminUser } from '../../src/contract/admin';
import { formatPhone } from '../../src/contract/people';
import { Day } from '../ui/times';
import { dashPhone } from './dash-phone';
import classes from './UserTable.module.css';

type Props = {
  user: AdminUser;
  own: boolean;
  selected: boolean;
  onSelect: (checked: boolean) => void;
  onDelete: () => void;
};

export function UserRow({ user, own, selected, onSelect, onDelete }: Props) {
  const { id, phoneNumber, displayName, messageCount, createdAt, lastActivity } = user;
  const name = displayName ?? formatPhone(phoneNumber);
  return (
    <tr data-selected={selected || undefined}>
      <td className={classes.check}>
        <label>
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            disabled={own}
            checked={selected}
            onChange={(event) => onSelect(event.currentTarget.checked)}
          />
        </label>
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
        <Day at={createdAt} />
      </td>
      <td className={classes.active}>
        {lastActivity ? <Day at={lastActivity} /> : <span className={classes.none}>Never</span>}
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
