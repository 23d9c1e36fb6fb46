import { Button } from '@mantine/core';
import { deviceName } from '../../../src/contract/people';
import { errorMessage, trpc } from '../../product/trpc';
import { Ago } from '../../ui/times';
import { toast, toastError } from '../../ui/toast';
import { Entry, EntryList } from '../Entry';
import { ProfileCard } from '../ProfileCard';

export function DevicesCard() {
  const devices = trpc.auth.devices.useQuery();
  const ended = {
    onSuccess: ({ message }: { message: string }) => toast({ title: message }),
    onError: (error: unknown) => toastError(errorMessage(error, 'Failed to end the session')),
  };
  const end = trpc.auth.endDevice.useMutation(ended);
  const endOthers = trpc.auth.endOtherDevices.useMutation(ended);
  const busy = end.isPending || endOthers.isPending;

  return (
    <ProfileCard
      id="devices"
      title="Where I am signed in"
      note="End what you do not know or do not use any more."
    >
      <EntryList query={devices} what="your devices">
        {({ id, current, network, createdAt, lastSeenAt, ...device }) => {
          const name = deviceName(device);
          const button = {
            'aria-label': `End ${name}`,
            disabled: busy,
            onClick: () => end.mutate({ id }),
            children: 'End',
          };
          return (
            <Entry key={id} name={name} button={current ? undefined : button}>
              {current ? 'This device' : 'Last used '}
              {!current && <Ago at={lastSeenAt} />}
              {network && ` · from ${network}`} · signed in <Ago at={createdAt} />
            </Entry>
          );
        }}
      </EntryList>
      {devices.data && devices.data.length > 1 && (
        <Button variant="default" mt="md" disabled={busy} onClick={() => endOthers.mutate({})}>
          {endOthers.isPending ? 'Ending...' : 'End all others'}
        </Button>
      )}
    </ProfileCard>
  );
}
