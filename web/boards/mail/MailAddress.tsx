import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { withProof } from '../../people/auth/proof';
import { cache, client, errorMessage } from '../../product/trpc';
import { copyText } from '../../ui/copy-text';
import { lazyDialog, preloadOnHover } from '../../ui/lazy-dialog';
import { QrCode } from '../../ui/QrCode';
import { toast, toastError } from '../../ui/toast';

const MailConfirm = lazyDialog(() => import('./MailConfirm'), 'MailConfirm');

type Props = { address: string | null; board?: string; name: string };

export function MailAddress({ address, board, name }: Props) {
  const [asked, setAsked] = useState<'renew' | 'end'>('end');
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);

  async function change(act: 'renew' | 'end') {
    setBusy(true);
    try {
      const changed = await (act === 'end'
        ? client.notesByMail.end.mutate({ board })
        : withProof(() => client.notesByMail.renew.mutate({ board })));
      if (!changed) return;
      cache.notesByMail.address.setData(board ? { board } : {}, changed);
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
    ...preloadOnHover(MailConfirm),
  });
  if (!address)
    return (
      <Button variant="default" disabled={busy} onClick={() => void change('renew')}>
        Make a mail address
      </Button>
    );
  return (
    <>
      <TextInput
        aria-label="Address for mails"
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="0.6rem" mt="0.75rem">
        <Button variant="default" onClick={() => copyText(address, 'Address copied')}>
          Copy
        </Button>
        <Button variant="default" component="a" href={contactUrl(name, address)} download={`${name}.vcf`}>
          Save as a contact
        </Button>
        <Button variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
          QR code
        </Button>
        <Button variant="default" {...ask('renew')}>
          Renew
        </Button>
        <Button variant="default" {...ask('end')}>
          End
        </Button>
      </Group>
      {shown && (
        <Group mt="0.75rem">
          <QrCode text={`mailto:${address}`} label={`QR code of ${address}`} />
        </Group>
      )}
      <MailConfirm
        act={asked}
        busy={busy}
        opened={opened}
        onClose={() => setOpened(false)}
        onSubmit={() => void change(asked)}
      />
    </>
  );
}

/** A vCard of version 3.0 (RFC 2426). A tag has no character that would need to be escaped. */
const contactUrl = (name: string, address: string) =>
  `data:text/vcard;charset=utf-8,${encodeURIComponent(
    ['BEGIN:VCARD', 'VERSION:3.0', `N:${name};;;;`, `FN:${name}`, `EMAIL:${address}`, 'END:VCARD', ''].join(
      '\r\n',
    ),
  )}`;
