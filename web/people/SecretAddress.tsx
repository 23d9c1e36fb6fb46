import { Button, Group, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { errorMessage } from '../product/trpc';
import { copyText } from '../ui/copy-text';
import { lazyDialog, preloadOnHover } from '../ui/lazy-dialog';
import { toast, toastError } from '../ui/toast';
import { withProof } from './auth/proof';
import type { Warnings } from './SecretAddressConfirm';

const SecretAddressConfirm = lazyDialog(() => import('./SecretAddressConfirm'), 'SecretAddressConfirm');

type Props<Renewed, Ended> = {
  address: string | null;
  label: string;
  makeLabel?: string;
  warnings: Warnings;
  renew: () => Promise<Renewed>;
  end: () => Promise<Ended>;
  store: (changed: Renewed | Ended) => void;
  /** Further buttons. */
  children?: ReactNode;
};

/** An address that whoever has it may use: made and renewed after a fresh proof, copied and ended. */
export function SecretAddress<Renewed, Ended>({
  address,
  label,
  makeLabel = 'Make an address',
  warnings,
  renew,
  end,
  store,
  children,
}: Props<Renewed, Ended>) {
  const [asked, setAsked] = useState<'renew' | 'end'>('end');
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);

  async function change(act: 'renew' | 'end') {
    setBusy(true);
    try {
      const changed = await (act === 'end' ? end() : withProof(renew));
      if (changed === null) return;
      store(changed);
      toast({ title: act === 'end' ? 'The address has ended' : 'New address made' });
      setOpened(false);
    } catch (error) {
      toastError(errorMessage(error, 'Failed to change the address'));
    } finally {
      setBusy(false);
    }
  }

  const ask = (act: 'renew' | 'end') => ({
    onClick() {
      setAsked(act);
      setOpened(true);
    },
    ...preloadOnHover(SecretAddressConfirm),
  });
  return (
    <>
      {address === null ? (
        <Button variant="default" disabled={busy} onClick={() => void change('renew')}>
          {makeLabel}
        </Button>
      ) : (
        <>
          <TextInput
            aria-label={label}
            readOnly
            value={address}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Group gap="0.6rem" mt="0.75rem">
            <Button variant="default" onClick={() => copyText(address, 'Address copied')}>
              Copy
            </Button>
            {children}
            <Button variant="default" {...ask('renew')}>
              Renew
            </Button>
            <Button variant="default" {...ask('end')}>
              End
            </Button>
          </Group>
        </>
      )}
      <SecretAddressConfirm
        act={asked}
        warnings={warnings}
        busy={busy}
        opened={opened}
        onClose={() => setOpened(false)}
        onSubmit={() => void change(asked)}
      />
    </>
  );
}
