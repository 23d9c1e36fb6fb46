import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatPhone } from '../../src/contract/people';
import { Entry, EntryList } from '../people/Entry';
import { trpc } from '../product/trpc';
import { lazyDialog, preloadOnHover } from '../ui/lazy-dialog';
import { Ago } from '../ui/times';
import { toast } from '../ui/toast';
import { Card } from './Card';
import { toastAdminError } from './toast-admin-error';

const BlockNumberDialog = lazyDialog(() => import('./BlockNumberDialog'), 'BlockNumberDialog');

export function BlockedNumbers() {
  const [blocking, setBlocking] = useState(false);
  const numbers = trpc.admin.blockedNumbers.useQuery();
  const unblock = trpc.admin.unblockNumber.useMutation({
    onSuccess: ({ message }) => toast({ title: 'Number unblocked', description: message }),
    onError: (error) => toastAdminError(error, 'Nothing was changed', 'Failed to unblock the number'),
  });
  return (
    <Card
      title="Blocked numbers"
      note="They can neither text nor sign in, get no texts, and cannot make an account."
      actions={
        <Button variant="default" onClick={() => setBlocking(true)} {...preloadOnHover(BlockNumberDialog)}>
          Block a number
        </Button>
      }
    >
      <EntryList query={numbers} what="the blocked numbers">
        {({ id, phoneNumber, displayName, reason, blockedAt, blockedBy }) => {
          const number = formatPhone(phoneNumber);
          const button = {
            'aria-label': `Unblock ${number}`,
            disabled: unblock.isPending,
            onClick: () => unblock.mutate({ id }),
            children: 'Unblock',
          };
          return (
            <Entry key={id} name={displayName ? `${displayName}, ${number}` : number} button={button}>
              <bdi>{reason}</bdi> · <Ago at={blockedAt} />
              {blockedBy && ` by ${blockedBy}`}
            </Entry>
          );
        }}
      </EntryList>
      <BlockNumberDialog opened={blocking} onClose={() => setBlocking(false)} />
    </Card>
  );
}
