import { Button } from '@mantine/core';
import type { BoardInvite } from '../../src/contract/invites';
import { formatPhone } from '../../src/contract/people';
import { SIDEBAR_POLL } from '../product/query-client';
import { errorMessage, trpc } from '../product/trpc';
import { shortDate } from '../ui/dates';
import { toast, toastError } from '../ui/toast';
import classes from './MembersDialog.module.css';

type Props = { boardId: number; name: string };

export function PendingInvites({ boardId, name }: Props) {
  const { data = [] } = trpc.invites.ofBoard.useQuery({ name }, SIDEBAR_POLL);
  const takeBack = trpc.invites.takeBack.useMutation({
    onSuccess: ({ message }) => toast({ title: 'Invitation taken back', description: message }),
    onError: (error) => toastError(errorMessage(error, 'Failed to take back the invitation')),
  });
  if (data.length === 0) return null;
  return (
    <section className={classes.pending} aria-labelledby="pending-invites">
      <h3 id="pending-invites">Invited by text</h3>
      <ul className={classes.members}>
        {data.map((invite) => (
          <PendingInvite
            key={invite.id}
            invite={invite}
            busy={takeBack.isPending}
            onTakeBack={() => takeBack.mutate({ boardId, inviteId: invite.id })}
          />
        ))}
      </ul>
    </section>
  );
}

type InviteProps = { invite: BoardInvite; busy: boolean; onTakeBack: () => void };

function PendingInvite({ invite: { phoneNumber, createdAt, expiresAt }, busy, onTakeBack }: InviteProps) {
  const phone = formatPhone(phoneNumber);
  return (
    <li className={classes.member}>
      <div className={classes.who}>
        <strong>{phone}</strong>
        <span>
          Texted {shortDate(createdAt)} · a YES counts until {shortDate(expiresAt)}
        </span>
      </div>
      <Button
        variant="default"
        size="compact-md"
        aria-label={`Take back the invitation of ${phone}`}
        disabled={busy}
        onClick={onTakeBack}
      >
        Take back
      </Button>
    </li>
  );
}
