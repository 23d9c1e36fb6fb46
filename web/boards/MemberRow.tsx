import { Button } from '@mantine/core';
import type { Member } from '../../src/contract/boards';
import { formatPhone } from '../../src/contract/people';
import { UserAvatar } from '../users/UserAvatar';
import classes from './MembersDialog.module.css';

type Props = {
  member: Member;
  name: string;
  you: boolean;
  /** Whether this membership is for the viewer to end: their own, or any as the owner. */
  mayEnd: boolean;
  asked: boolean;
  busy: boolean;
  onAsk: (asked: boolean) => void;
  onEnd: () => void;
};

/** A member with their role as text; leaving and removing ask once more before they are done. */
export function MemberRow({ member: { user, role }, name, you, mayEnd, asked, busy, onAsk, onEnd }: Props) {
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
      {mayEnd && !asked && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={you ? undefined : `Remove ${name}`}
          disabled={busy}
          onClick={() => onAsk(true)}
        >
          {you ? 'Leave' : 'Remove'}
        </Button>
      )}
      {asked && (
        <div className={classes.question}>
          <p>
            {you
              ? 'Your messages stay on the board, and you keep a copy of them on a private one.'
              : `${name} sees nothing of this board any more. Their messages stay.`}
          </p>
          <Button variant="default" size="compact-md" disabled={busy} onClick={() => onAsk(false)}>
            Cancel
          </Button>
          <Button size="compact-md" data-autofocus autoFocus disabled={busy} onClick={onEnd}>
            {you ? (busy ? 'Leaving...' : 'Leave board') : busy ? 'Removing...' : 'Remove member'}
          </Button>
        </div>
      )}
    </li>
  );
}
