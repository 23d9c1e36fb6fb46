import { Box, Button, Group } from '@mantine/core';
import type { Member } from '../../src/contract/boards';
import { displayName, formatPhone } from '../../src/contract/people';
import { UserAvatar } from '../people/UserAvatar';
import classes from './MembersDialog.module.css';

type Props = {
  member: Member;
  you: boolean;
  canRemove: boolean;
  confirming: boolean;
  busy: boolean;
  onConfirm: (confirming: boolean) => void;
  onRemove: () => void;
};

export function MemberRow({
  member: { user, role },
  you,
  canRemove,
  confirming,
  busy,
  onConfirm,
  onRemove,
}: Props) {
  const name = displayName(user);
  const phone = formatPhone(user.phoneNumber);
  return (
    <li className={classes.member}>
      <UserAvatar person={user} size={40} />
      <div className={classes.who}>
        <strong>
          {name}
          {you && ' (you)'}
        </strong>
        <span>{name === phone || name === user.phoneNumber ? role : `${phone} · ${role}`}</span>
      </div>
      {canRemove && !confirming && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={you ? undefined : `Remove ${name}`}
          disabled={busy}
          onClick={() => onConfirm(true)}
        >
          {you ? 'Leave' : 'Remove'}
        </Button>
      )}
      {confirming && (
        <Group flex="1 1 100%" justify="flex-end" gap="0.5rem" p="0.75rem" bg="var(--sunken)" bdrs={12}>
          <Box flex="1 1 100%" fz="0.925rem">
            {you
              ? 'Your messages stay on the board, and you keep a copy of them on a private one.'
              : `${name} sees nothing of this board any more. Their messages stay.`}
          </Box>
          <Button variant="default" size="compact-md" disabled={busy} onClick={() => onConfirm(false)}>
            Cancel
          </Button>
          <Button size="compact-md" data-autofocus autoFocus disabled={busy} onClick={onRemove}>
            {you ? (busy ? 'Leaving...' : 'Leave board') : busy ? 'Removing...' : 'Remove member'}
          </Button>
        </Group>
      )}
    </li>
  );
}
