import { Box, Button, Group } from '@mantine/core';
import type { Member } from '../../src/contract/boards';
import { displayName, formatPhone } from '../../src/contract/people';
import { UserAvatar } from '../people/UserAvatar';
import { MemberName } from './MemberName';
import classes from './MembersDialog.module.css';

const ACTS = {
  leave: {
    label: 'Leave',
    consequence: () => 'Your messages stay on the board, and you keep a copy of them on a private one.',
    submit: 'Leave board',
    busy: 'Leaving...',
  },
  remove: {
    label: 'Remove',
    consequence: (name: string) => `${name} sees nothing of this board any more. Their messages stay.`,
    submit: 'Remove member',
    busy: 'Removing...',
  },
  block: {
    label: 'Block',
    consequence: (name: string) =>
      `You leave this and all other boards of ${name}, who can neither add nor invite you any more, and is not told so. Your profile lets you unblock them.`,
    submit: 'Block and leave',
    busy: 'Blocking...',
  },
};
export type MemberAct = keyof typeof ACTS;

type Props = {
  member: Member;
  you: boolean;
  act: MemberAct | null;
  confirming: boolean;
  busy: boolean;
  onConfirm: (confirming: boolean) => void;
  onAct: (act: MemberAct) => void;
};

export function MemberRow({
  member: { userId, user, role },
  you,
  act,
  confirming,
  busy,
  onConfirm,
  onAct,
}: Props) {
  const name = displayName(user);
  const phone = formatPhone(user.phoneNumber);
  return (
    <li className={classes.member}>
      <UserAvatar person={user} size={40} />
      <div className={classes.who}>
        <MemberName userId={userId} name={name} you={you} />
        <span>{name === phone || name === user.phoneNumber ? role : `${phone} · ${role}`}</span>
      </div>
      {act && !confirming && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={you ? undefined : `${ACTS[act].label} ${name}`}
          disabled={busy}
          onClick={() => onConfirm(true)}
        >
          {ACTS[act].label}
        </Button>
      )}
      {act && confirming && (
        <Group flex="1 1 100%" justify="flex-end" gap="0.5rem" p="0.75rem" bg="var(--sunken)" bdrs={12}>
          <Box flex="1 1 100%" fz="0.925rem">
            {ACTS[act].consequence(name)}
          </Box>
          <Button variant="default" size="compact-md" disabled={busy} onClick={() => onConfirm(false)}>
            Cancel
          </Button>
          <Button size="compact-md" data-autofocus autoFocus disabled={busy} onClick={() => onAct(act)}>
            {busy ? ACTS[act].busy : ACTS[act].submit}
          </Button>
        </Group>
      )}
    </li>
  );
}
