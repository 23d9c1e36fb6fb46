import { Button, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Broadcast } from '../../src/contract/admin';
import { withCommas } from '../../src/contract/counts';
import { trpc } from '../product/trpc';
import { ProgressBar } from '../ui/ProgressBar';
import { Ago } from '../ui/times';
import classes from './Broadcasts.module.css';
import { showBroadcastToast } from './broadcast-toast';
import { Card } from './Card';
import { toastAdminError } from './toast-admin-error';

const POLL_MS = 2_000;
const SHOWN = 3;

export function Broadcasts() {
  const { data } = trpc.admin.broadcasts.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.some(isSending) ? POLL_MS : false),
  });
  useToastAtEnd(data);
  if (!data?.length) return null;
  return (
    <Card title="SMS Broadcasts">
      <ul>
        {data.slice(0, SHOWN).map((broadcast) => (
          <Item key={broadcast.id} broadcast={broadcast} />
        ))}
      </ul>
    </Card>
  );
}

const isSending = ({ state }: Broadcast) => state === 'sending';

/** Shows a toast when the running broadcast is sent. A stopped one gets its toast from the button. */
function useToastAtEnd(broadcasts: Broadcast[] | undefined) {
  const runningId = useRef<number>(undefined);
  useEffect(() => {
    const ended = broadcasts?.find(({ id, state }) => id === runningId.current && state === 'done');
    if (ended) showBroadcastToast(ended);
    runningId.current = broadcasts?.find(isSending)?.id;
  }, [broadcasts]);
}

function Item({ broadcast }: { broadcast: Broadcast }) {
  const { id, message, state, successful, failed, skipped, remaining, createdAt, sentBy } = broadcast;
  const stop = trpc.admin.stopBroadcast.useMutation({
    onSuccess: showBroadcastToast,
    onError: (error) => toastAdminError(error, 'SMS broadcast failed', 'Failed to stop the SMS broadcast'),
  });
  const total = successful + failed + skipped + remaining;
  return (
    <li className={classes.item}>
      <Text inherit lineClamp={3}>
        {message}
      </Text>
      {state === 'sending' && (
        <div className={classes.underway}>
          <ProgressBar label="Texts sent" done={total - remaining} total={total} />
          <Button variant="default" disabled={stop.isPending} onClick={() => stop.mutate({ id })}>
            {stop.isPending ? 'Stopping...' : 'Stop'}
          </Button>
        </div>
      )}
      <p className={classes.figures} role={state === 'sending' ? 'status' : undefined}>
        <strong>{state === 'sending' ? 'Sending' : state === 'stopped' ? 'Stopped' : 'Sent'}</strong> ·{' '}
        {withCommas(successful)} sent · {withCommas(failed)} failed · {withCommas(skipped)} not texted
        {state === 'sending' && ` · ${withCommas(remaining)} to come`} · <Ago at={createdAt} />
        {sentBy && `, by ${sentBy}`}
      </p>
    </li>
  );
}
