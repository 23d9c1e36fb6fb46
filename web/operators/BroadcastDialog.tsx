import { Button, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Audience } from '../../src/contract/admin';
import { withCommas } from '../../src/contract/counts';
import { BROADCAST_MAX } from '../../src/contract/limits';
import { trpc } from '../product/trpc';
import { Confirm } from '../ui/Confirm';
import { toast } from '../ui/toast';
import { broadcastCost, formatDuration, formatMoney } from './broadcast-cost';
import { formatPeople as peopleOf, showBroadcastToast } from './broadcast-toast';
import { toastAdminError } from './toast-admin-error';

const FAILED = 'SMS broadcast failed';

type Props = {
  opened: boolean;
  onClose: () => void;
  draft?: string;
  onSent?: () => void;
};

export function BroadcastDialog({ opened, onClose, draft = '', onSent }: Props) {
  const [message, setMessage] = useState(draft);
  const audience = trpc.admin.estimate.useQuery(undefined, { enabled: opened, staleTime: 0 });
  const onError = (error: { message: string }) =>
    toastAdminError(error, FAILED, 'Failed to send SMS broadcast');
  const send = trpc.admin.broadcast.useMutation({
    onSuccess(broadcast) {
      showBroadcastToast(broadcast);
      setMessage('');
      scrollTo({ top: 0 }); // the progress and the Stop button are at the top of the page
      onClose();
      onSent?.();
    },
    onError,
  });
  const test = trpc.admin.testBroadcast.useMutation({
    onSuccess: ({ message }) => toast({ title: message }),
    onError,
  });
  const blank = message.trim() === '';
  const busy = send.isPending;
  const people = audience.data?.people;

  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="SMS Broadcast"
      submitLabel={people === undefined ? 'Send' : `Send to ${withCommas(people)}`}
      busyLabel="Sending..."
      busy={busy}
      disabled={blank || message.length > BROADCAST_MAX || people === 0}
      onSubmit={() => send.mutate({ message })}
    >
      <Text c="dimmed">
        For product updates, release notes and announcements, not advertising. It goes to everybody who has
        not opted out, and cannot be taken back.
      </Text>
      <Textarea
        label="Message"
        description={
          <Text span inherit display="block" ta="right">
            {withCommas(message.length)} / {withCommas(BROADCAST_MAX)} characters
          </Text>
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rows={6}
        maxLength={BROADCAST_MAX}
        data-autofocus
        disabled={busy}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      {audience.data ? (
        <Estimate message={message} audience={audience.data} />
      ) : audience.isError ? (
        <p role="alert">Whom it would reach could not be found out. Close this and try again.</p>
      ) : (
        <Skeleton height={48} />
      )}
      <Button
        variant="default"
        disabled={blank || busy || test.isPending}
        onClick={() => test.mutate({ message })}
      >
        {test.isPending ? 'Sending a test...' : 'Send a test to my phone'}
      </Button>
    </Confirm>
  );
}

function Estimate({ message, audience }: { message: string; audience: Audience }) {
  const { people, optedOut, unreachable } = audience;
  const { each, all, cost, minutes } = broadcastCost(message, audience);
  const leftOut = [
    optedOut > 0 && `${withCommas(optedOut)} opted out`,
    unreachable > 0 && `${withCommas(unreachable)} cannot be reached`,
  ].filter(Boolean);
  return (
    <Stack gap="0.25rem" px="1rem" py="0.75rem" bg="var(--sunken)" bdrs="12px" role="status">
      <p>
        Reaches <strong>{peopleOf(people)}</strong>
        {leftOut.length > 0 && ` (${leftOut.join(', ')})`}.
      </p>
      {message && (
        <p>
          {withCommas(each)} SMS each, {withCommas(all)} in all
          {cost && `, roughly ${formatMoney(cost)}`}. It takes {formatDuration(minutes)}.
          {each > 1 && ' Shorter, and without emoji or unusual letters, it costs less.'}
        </p>
      )}
    </Stack>
  );
}
