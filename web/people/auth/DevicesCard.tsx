import { Button } from '@mantine/core';
import { useState } from 'react';
import { deviceName } from '../../../src/contract/people';
import { errorMessage, trpc } from '../../product/trpc';
import { lazyDialog, preloadOnHover } from '../../ui/lazy-dialog';
import { Ago } from '../../ui/times';
import { toast, toastError } from '../../ui/toast';
import { Entry, EntryList } from '../Entry';
import { ProfileCard } from '../ProfileCard';

const EndOthersDialog = lazyDialog(() => import('./EndOthersDialog'), 'EndOthersDialog');

export function DevicesCard() {
  const devices = trpc.auth.devices.useQuery();
  const [endingOthers, setEndingOthers] = useState(false);
  const end = trpc.auth.endDevice.useMutation({
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastError(errorMessage(error, 'Failed to end the session')),
  });

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
            disabled: end.isPending,
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
        <Button
          variant="default"
          mt="md"
          disabled={end.isPending}
          onClick={() => setEndingOthers(true)}
          {...preloadOnHover(EndOthersDialog)}
        >
          End all others
        </Button>
      )}
      <EndOthersDialog opened={endingOthers} onClose={() => setEndingOthers(false)} />
    </ProfileCard>
  );
}
