import { Button, Group } from '@mantine/core';
import type { Delivery, Hook } from '../../../src/contract/hooks';
import { Entry, EntryList } from '../../people/Entry';
import { cache, client, errorMessage, trpc } from '../../product/trpc';
import { Dialog, type DialogState } from '../../ui/Dialog';
import { Ago } from '../../ui/times';
import { toast, toastError } from '../../ui/toast';

const LOOK_EVERY_MS = 2_000;

type Props = DialogState & { hook: Hook | null };

export function HookLogDialog({ hook, opened, onClose }: Props) {
  const id = hook?.id ?? 0;
  const log = trpc.hooks.deliveries.useQuery(
    { id },
    {
      enabled: opened && hook !== null,
      refetchInterval: ({ state }) =>
        opened && state.data?.some((one) => one.state === 'waiting') ? LOOK_EVERY_MS : false,
    },
  );
  const queue = (what: Promise<{ message: string }>) =>
    what
      .then(
        ({ message }) => toast({ title: message }),
        (error) => toastError(errorMessage(error, 'Failed to send it')),
      )
      .finally(() => cache.hooks.invalidate());
  return (
    <Dialog opened={opened} onClose={onClose} title="Log of the Webhook">
      <Group justify="space-between" mb="1rem" wrap="nowrap">
        <p>{log.data?.length === 0 ? 'Nothing was sent yet.' : 'The last hundred events, newest first.'}</p>
        <Button
          variant="default"
          disabled={!hook?.active}
          onClick={() => void queue(client.hooks.test.mutate({ id }))}
        >
          Send a test
        </Button>
      </Group>
      <EntryList query={log} what="the log">
        {(one) => (
          <Entry
            key={one.id}
            name={one.type}
            button={
              one.state === 'waiting' || !hook?.active
                ? undefined
                : {
                    'aria-label': `Send ${one.type} again`,
                    onClick: () => void queue(client.hooks.sendAgain.mutate({ id, deliveryId: one.id })),
                    children: 'Send again',
                  }
            }
          >
            {stateOf(one)} · <Ago at={one.endedAt ?? one.at} />
            {one.attempts > 1 && ` · ${one.attempts} tries`}
          </Entry>
        )}
      </EntryList>
    </Dialog>
  );
}

function stateOf({ state, status, error }: Delivery): string {
  if (state === 'sent') return `Taken, ${status}`;
  if (state === 'waiting') return error ? `To be tried again: ${error}` : 'On its way';
  return `${state === 'dropped' ? 'Not sent' : 'Failed'}: ${error}`;
}
