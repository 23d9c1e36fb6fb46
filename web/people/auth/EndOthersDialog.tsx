import { Switch } from '@mantine/core';
import { useState } from 'react';
import { deviceName } from '../../../src/contract/people';
import { errorMessage, trpc } from '../../product/trpc';
import { Confirm } from '../../ui/Confirm';
import { Day } from '../../ui/times';
import { toast, toastError } from '../../ui/toast';

type Props = { opened: boolean; onClose: () => void };

export function EndOthersDialog({ opened, onClose }: Props) {
  const [revokes, setRevokes] = useState(false);
  const { since, made } = useMadeSince();
  const end = trpc.auth.endOtherDevices.useMutation({
    onSuccess({ message }) {
      toast({ title: message });
      onClose();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to end the sessions')),
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="End All Others"
      submitLabel="End All Others"
      busyLabel="Ending..."
      destructive
      busy={end.isPending}
      onSubmit={() => end.mutate({ revokeMade: revokes && made.length > 0 })}
    >
      <p>You stay signed in here, and are signed out everywhere else.</p>
      {since !== null && made.length > 0 && (
        <>
          <p>
            Since the first of these devices signed in, on <Day at={since} />, this was made:{' '}
            <strong>{made.join(', ')}</strong>.
          </p>
          <Switch
            size="md"
            label="Revoke that too"
            description="If you do not know one of these devices."
            checked={revokes}
            disabled={end.isPending}
            onChange={(event) => setRevokes(event.currentTarget.checked)}
          />
        </>
      )}
    </Confirm>
  );
}

/** The server revokes by the same rule (docs/product/sign-in.md: Sessions). */
function useMadeSince(): { since: string | null; made: string[] } {
  const { data: devices = [] } = trpc.auth.devices.useQuery();
  const { data: tokens = [] } = trpc.tokens.list.useQuery();
  const { data: hooks = [] } = trpc.hooks.list.useQuery();
  const { data: feeds = [] } = trpc.feeds.list.useQuery();
  const { data: passkeys = [] } = trpc.passkeys.list.useQuery();
  const [since = null] = devices
    .filter(({ current }) => !current)
    .map(({ createdAt }) => createdAt)
    .sort();
  const isSince = ({ createdAt }: { createdAt: string }) => since !== null && createdAt >= since;
  return {
    since,
    made: [
      ...tokens.filter(isSince).map(({ name }) => `the token ${name}`),
      ...hooks.filter(isSince).map(({ url }) => `the webhook to ${new URL(url).host}`),
      ...feeds.filter(isSince).map(({ board }) => `the feed of ${board === null ? 'a search' : `#${board}`}`),
      ...passkeys.filter(isSince).map((passkey) => `the passkey of ${deviceName(passkey)}`),
    ],
  };
}
