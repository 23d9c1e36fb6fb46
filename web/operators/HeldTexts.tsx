import { Button, Group, Text } from '@mantine/core';
import { countOf } from '../../src/contract/counts';
import type { HeldTexts as Held } from '../../src/contract/texting';
import { trpc } from '../product/trpc';
import { exactTime, relativeTime, useNow } from '../ui/dates';
import { toast } from '../ui/toast';
import { Card } from './Card';
import { toastAdminError } from './toast-admin-error';

const POLL_MS = 30_000;

/**
 * Asks the operator what to do with SMS that have been held since a backup was restored. Renders nothing if
 * there are none.
 */
export function HeldTexts() {
  const { data } = trpc.admin.heldTexts.useQuery(undefined, { refetchInterval: POLL_MS });
  return data ? <Question held={data} /> : null;
}

function Question({ held: { restoredAt, texts } }: { held: Held }) {
  const now = useNow();
  const decide = trpc.admin.decideHeldTexts.useMutation({
    onSuccess: ({ message }) => toast({ title: 'Held texts', description: message }),
    onError: (error) => toastAdminError(error, 'Error', 'Failed to decide about the held texts'),
  });
  return (
    <Card title="Held texts">
      <Text>
        {countOf(texts, 'text')} {texts === 1 ? 'is' : 'are'} held since a backup was restored{' '}
        <time dateTime={restoredAt} title={exactTime(restoredAt)}>
          {relativeTime(restoredAt, now)}
        </time>
        . They may have been sent before: the backup cannot tell. Sending asks the gateway for each one, and
        sends only what it does not have. Dropping sends none, and stops an unfinished broadcast.
      </Text>
      <Group mt="md">
        <Button disabled={decide.isPending} onClick={() => decide.mutate({ decision: 'send' })}>
          Send what is missing
        </Button>
        <Button
          variant="default"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ decision: 'drop' })}
        >
          Drop them
        </Button>
      </Group>
    </Card>
  );
}
