import { Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Member, Role } from '../../src/contract/boards';
import { SIDEBAR_POLL } from '../product/query-client';
import { errorMessage, httpStatusOf, statusAndMessage, trpc } from '../product/trpc';
import { Dialog } from '../ui/Dialog';
import { useNavigate } from '../ui/router';
import { toast, toastError } from '../ui/toast';
import { type MemberAct, MemberRow } from './MemberRow';
import { PendingInvites } from './PendingInvites';

type Props = { board: { id: number; role: Role }; name: string; opened: boolean; onClose: () => void };

export function MembersDialog({ board: { id: boardId, role }, name, opened, onClose }: Props) {
  const navigate = useNavigate();
  const me = trpc.auth.session.useQuery().data?.userId;
  const members = trpc.boards.members.useQuery({ name }, { enabled: opened, ...SIDEBAR_POLL });
  const [confirming, setConfirming] = useState<number>();
  const goAway = () => {
    setConfirming(undefined);
    onClose();
    void navigate({ to: '/' });
  };
  const remove = trpc.boards.removeMember.useMutation({
    onSuccess({ message }, { userId }) {
      setConfirming(undefined);
      toast({ title: userId === me ? `You left #${name}` : 'Member removed', description: message });
      if (userId === me) goAway();
    },
    onError: (error, { userId }) =>
      toastError(
        errorMessage(error, userId === me ? 'Failed to leave the board' : 'Failed to remove the member'),
      ),
  });

  const block = trpc.boards.blockPerson.useMutation({
    onSuccess({ message }) {
      toast({ title: `You left #${name}`, description: message });
      goAway();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to block the person')),
  });
  const busy = remove.isPending || block.isPending;

  return (
    <Dialog opened={opened} onClose={onClose} busy={busy} title={`Members of #${name}`}>
      {members.data && !httpStatusOf(members.error) ? (
        members.data.length === 0 ? (
          <p style={{ marginBlock: '1em' }}>No members found</p>
        ) : (
          <Stack component="ul" gap="0.25rem">
            {members.data.map((member) => (
              <MemberRow
                key={member.userId}
                member={member}
                you={member.userId === me}
                act={actOn(member, { me, role })}
                confirming={confirming === member.userId}
                busy={busy}
                onConfirm={(confirming) => setConfirming(confirming ? member.userId : undefined)}
                onAct={(act) =>
                  act === 'block'
                    ? block.mutate({ userId: member.userId })
                    : remove.mutate({ boardId, userId: member.userId })
                }
              />
            ))}
          </Stack>
        )
      ) : members.isError ? (
        <p role="alert" style={{ marginBlock: '1em' }}>
          Error loading members: {statusAndMessage(members.error)}
        </p>
      ) : (
        <Skeleton height={56} radius="md" />
      )}
      {role === 'owner' && opened && <PendingInvites boardId={boardId} name={name} />}
    </Dialog>
  );
}

/** Only owners add people, so only they can be blocked here. */
function actOn(
  { userId, role }: Member,
  viewer: { me: number | null | undefined; role: Role },
): MemberAct | null {
  if (viewer.role === 'owner') return role === 'owner' ? null : 'remove';
  if (role === 'owner') return 'block';
  return userId === viewer.me ? 'leave' : null;
}
