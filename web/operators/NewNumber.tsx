import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { formatPhone } from '../../src/contract/people';
import { trpc } from '../product/trpc';
import { lazyDialog } from '../ui/lazy-dialog';
import { Ago } from '../ui/times';
import { Card } from './Card';
import { toastAdminError } from './toast-admin-error';

const BroadcastDialog = lazyDialog(() => import('./BroadcastDialog'), 'BroadcastDialog');

export function NewNumber() {
  const { data } = trpc.admin.newNumber.useQuery();
  const [writing, setWriting] = useState(false);
  const close = trpc.admin.closeNewNumber.useMutation({
    onError: (error) => toastAdminError(error, 'Error', 'Failed to note the decision'),
  });
  if (!data) return null;
  const { since, former, present, message } = data;
  return (
    <Card title="New number">
      <Text>
        Texts go over {present.label}, {formatPhone(present.phoneNumber)}, since <Ago at={since} />. People
        know {formatPhone(former.phoneNumber)} ({former.label}). You can text everybody the new number: you
        see whom it reaches, and what it costs, before it is sent.
      </Text>
      <Group mt="md">
        <Button onClick={() => setWriting(true)}>Tell people by text</Button>
        <Button variant="default" disabled={close.isPending} onClick={() => close.mutate()}>
          Do not tell them
        </Button>
      </Group>
      <BroadcastDialog
        opened={writing}
        onClose={() => setWriting(false)}
        draft={message}
        onSent={() => close.mutate()}
      />
    </Card>
  );
}
