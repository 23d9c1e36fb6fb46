import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { deviceName } from '../../../src/contract/people';
import { errorMessage, trpc } from '../../product/trpc';
import { Ago } from '../../ui/times';
import { toast, toastError } from '../../ui/toast';
import { Entry, EntryList } from '../Entry';
import { ProfileCard } from '../ProfileCard';
import { knowsPasskeys } from './knows-passkeys';

export function PasskeysCard() {
  const passkeys = trpc.passkeys.list.useQuery();
  const add = useMutation({
    mutationFn: async () => (await import('./passkey-client')).addPasskey(),
    onSuccess: (added) =>
      added && toast({ title: 'Passkey added', description: 'Your next sign-in needs no text.' }),
    onError: ({ message }) => toastError(message, 'No passkey was added'),
  });
  const remove = trpc.passkeys.remove.useMutation({
    onSuccess: ({ message }) =>
      toast({ title: message, description: 'Delete it in the settings of its device too.' }),
    onError: (error) => toastError(errorMessage(error, 'Failed to remove the passkey')),
  });

  return (
    <ProfileCard
      id="passkeys"
      title="Passkeys"
      note="Sign in with your fingerprint, face or PIN instead of a code by text. A code always works too."
    >
      <EntryList query={passkeys} what="your passkeys">
        {({ id, createdAt, lastUsedAt, synced, ...passkey }) => {
          const name = deviceName(passkey);
          const button = {
            'aria-label': `Remove the passkey of ${name}`,
            disabled: remove.isPending,
            onClick: () => remove.mutate({ id }),
            children: 'Remove',
          };
          return (
            <Entry key={id} name={name} button={button}>
              Added <Ago at={createdAt} />
              {lastUsedAt ? ' · last used ' : ' · never used'}
              {lastUsedAt && <Ago at={lastUsedAt} />}
              {synced && ' · also on your other devices'}
            </Entry>
          );
        }}
      </EntryList>
      {knowsPasskeys() && (
        <Button
          variant="default"
          mt={passkeys.data?.length ? 'md' : undefined}
          loading={add.isPending}
          disabled={!passkeys.data}
          onClick={() => add.mutate()}
        >
          Add a passkey
        </Button>
      )}
    </ProfileCard>
  );
}
