import { Button, Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Passkey } from '../../../src/contract/passkeys';
import { deviceName } from '../../../src/contract/people';
import { errorMessage, trpc } from '../../product/trpc';
import { exactTime, relativeTime, useNow } from '../../ui/dates';
import { LoadError } from '../../ui/Notice';
import { toast, toastError } from '../../ui/toast';
import classes from './DevicesCard.module.css';
import { knowsPasskeys } from './knows-passkeys';

/**
 * Lists the person's passkeys, adds a passkey of this device, and removes passkeys (docs/product.md:
 * Passkeys).
 */
export function PasskeysCard() {
  const { data, isError, isFetching, refetch } = trpc.passkeys.list.useQuery();
  const add = useMutation({
    async mutationFn() {
      const { addPasskey, PasskeyCancelled } = await import('./passkey-client');
      return addPasskey().catch((error) => {
        if (error instanceof PasskeyCancelled) return null;
        throw error;
      });
    },
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
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p>Sign in with your fingerprint, face or PIN instead of a code by text. A code always works too.</p>
      {data ? (
        data.length > 0 && (
          <ul className={classes.devices}>
            {data.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                busy={remove.isPending}
                onRemove={() => remove.mutate({ id: passkey.id })}
              />
            ))}
          </ul>
        )
      ) : isError ? (
        <LoadError what="your passkeys" busy={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={64} radius="md" />
      )}
      {knowsPasskeys() && (
        <Button
          variant="default"
          mt={data?.length ? 'md' : undefined}
          loading={add.isPending}
          disabled={!data}
          onClick={() => add.mutate()}
        >
          Add a passkey
        </Button>
      )}
    </section>
  );
}

type RowProps = { passkey: Passkey; busy: boolean; onRemove: () => void };

function PasskeyRow({ passkey, busy, onRemove }: RowProps) {
  const { createdAt, lastUsedAt, synced } = passkey;
  const name = deviceName(passkey);
  const now = useNow();
  return (
    <li className={classes.device}>
      <div className={classes.what}>
        <strong>{name}</strong>
        <span>
          Added{' '}
          <time dateTime={createdAt} title={exactTime(createdAt)}>
            {relativeTime(createdAt, now)}
          </time>
          {' · '}
          {lastUsedAt ? (
            <>
              last used{' '}
              <time dateTime={lastUsedAt} title={exactTime(lastUsedAt)}>
                {relativeTime(lastUsedAt, now)}
              </time>
            </>
          ) : (
            'never used'
          )}
          {synced && ' · also on your other devices'}
        </span>
      </div>
      <Button
        variant="default"
        size="compact-md"
        aria-label={`Remove the passkey of ${name}`}
        disabled={busy}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
}
