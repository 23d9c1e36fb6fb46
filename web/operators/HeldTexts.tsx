import { Button, Group, Text } from '@mantine/core';
import { countOf } from '../../src/contract/counts';
import { trpc } from '../product/trpc';
import { Ago } from '../ui/times';
import { toast } from '../ui/toast';
import { Card } from './Card';
import { toastAdminError } from './toast-admin-error';

const POLL_MS = 30_000;

export function HeldTexts() {
  const { data } = trpc.admin.heldTexts.useQuery(undefined, { refetchInterval: POLL_MS });
  const decide = trpc.admin.decideHeldTexts.useMutation({
    onSuccess: ({ message }) => toast({ title: 'Held texts', description: message }),
    onError: (error) => toastAdminError(error, 'Error', 'Failed to decide about the held texts'),
  });
  if (!data) return null;
  const decision = (decision: 'send' | 'drop') => ({
    disabled: decide.isPending,
    onClick: () => decide.mutate({ decision }),
  });
  return (
    <Card title="Held texts">
      <Text>
        {countOf(data.texts, 'text')} {data.texts === 1 ? 'is' : 'are'} held since a backup was restored{' '}
        <Ago at={data.restoredAt} />. They may have been sent before: the backup cannot tell. Sending asks the
        gateway for each text, and sends only what it does not have; mails keep their id, by which mail
        programs know a second one. Dropping sends none, and stops an unfinished broadcast.
      </Text>
      <Group mt="md">
        <Button {...decision('send')}>Send what is missing</Button>
        <Button variant="default" {...decision('drop')}>
          Drop them
        </Button>
      </Group>
    </Card>
  );
}
