import { Box, Button, Stack } from '@mantine/core';
import { formatPhone } from '../../src/contract/people';
import { SIDEBAR_POLL } from '../product/query-client';
import { errorMessage, trpc } from '../product/trpc';
import { shortDate } from '../ui/dates';
import { toast, toastError } from '../ui/toast';
import classes from './MembersDialog.module.css';

export function PendingInvites({ boardId, name }: { boardId: number; name: string }) {
  const { data = [] } = trpc.invites.ofBoard.useQuery({ name }, SIDEBAR_POLL);
  const takeBack = trpc.invites.takeBack.useMutation({
    onSuccess: ({ message }) => toast({ title: 'Invitation taken back', description: message }),
    onError: (error) => toastError(errorMessage(error, 'Failed to take back the invitation')),
  });
  if (data.length === 0) return null;
  return (
    <Box
      component="section"
      mt="1rem"
      pt="1rem"
      style={{ borderTop: '1px solid var(--line)' }}
      aria-labelledby="pending-invites"
    >
      <h3 id="pending-invites" style={{ margin: '0 0 0.25rem', fontSize: '0.95rem' }}>
        Invited by text
      </h3>
      <Stack component="ul" gap="0.25rem">
        {data.map(({ id, phoneNumber, createdAt, expiresAt }) => (
          <li key={id} className={classes.member}>
            <div className={classes.who}>
              <strong>{formatPhone(phoneNumber)}</strong>
              <span>
                Texted {shortDate(createdAt)} · a YES counts until {shortDate(expiresAt)}
              </span>
            </div>
            <Button
              variant="default"
              size="compact-md"
              aria-label={`Take back the invitation of ${formatPhone(phoneNumber)}`}
              disabled={takeBack.isPending}
              onClick={() => takeBack.mutate({ boardId, inviteId: id })}
            >
              Take back
            </Button>
          </li>
        ))}
      </Stack>
    </Box>
  );
}
