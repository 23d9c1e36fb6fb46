import { Button, Skeleton } from '@mantine/core';
import type { Device } from '../../../src/contract/auth';
import { deviceName } from '../../../src/contract/people';
import { errorMessage, trpc } from '../../product/trpc';
import { exactTime, relativeTime, useNow } from '../../ui/dates';
import { LoadError } from '../../ui/Notice';
import { toast, toastError } from '../../ui/toast';
import classes from './DevicesCard.module.css';

/** Lists the person's sessions and lets the person end sessions (docs/product.md: Sessions). */
export function DevicesCard() {
  const { data, isError, isFetching, refetch } = trpc.auth.devices.useQuery();
  const ended = {
    onSuccess: ({ message }: { message: string }) => toast({ title: message }),
    onError: (error: unknown) => toastError(errorMessage(error, 'Failed to end the session')),
  };
  const end = trpc.auth.endDevice.useMutation(ended);
  const endOthers = trpc.auth.endOtherDevices.useMutation(ended);
  const busy = end.isPending || endOthers.isPending;

  return (
    <section aria-labelledby="devices">
      <h2 id="devices">Where I am signed in</h2>
      <p>End what you do not know or do not use any more.</p>
      {data ? (
        <ul className={classes.devices}>
          {data.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              busy={busy}
              onEnd={() => end.mutate({ id: device.id })}
            />
          ))}
        </ul>
      ) : isError ? (
        <LoadError what="your devices" busy={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={64} radius="md" />
      )}
      {data && data.length > 1 && (
        <Button variant="default" mt="md" disabled={busy} onClick={() => endOthers.mutate()}>
          {endOthers.isPending ? 'Ending...' : 'End all others'}
        </Button>
      )}
    </section>
  );
}

type RowProps = { device: Device; busy: boolean; onEnd: () => void };

function DeviceRow({ device, busy, onEnd }: RowProps) {
  const { current, network, createdAt, lastSeenAt } = device;
  const name = deviceName(device);
  const now = useNow();
  return (
    <li className={classes.device}>
      <div className={classes.what}>
        <strong>{name}</strong>
        <span>
          {current ? (
            'This device'
          ) : (
            <>
              Last used{' '}
              <time dateTime={lastSeenAt} title={exactTime(lastSeenAt)}>
                {relativeTime(lastSeenAt, now)}
              </time>
            </>
          )}
          {network && ` · from ${network}`} · signed in{' '}
          <time dateTime={createdAt} title={exactTime(createdAt)}>
            {relativeTime(createdAt, now)}
          </time>
        </span>
      </div>
      {!current && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={`End ${name}`}
          disabled={busy}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  );
}
