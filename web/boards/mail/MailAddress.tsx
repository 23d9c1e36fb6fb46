import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { SecretAddress } from '../../people/SecretAddress';
import { cache, client } from '../../product/trpc';
import { QrCode } from '../../ui/QrCode';

type Props = { address: string | null; board?: string; name: string };

export function MailAddress({ address, board, name }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <SecretAddress
        address={address}
        label="Address for mails"
        makeLabel="Make a mail address"
        warnings={{
          always: 'Mails to the present address are refused from now on.',
          renewed: 'Who writes to it needs the new one.',
        }}
        renew={() => client.notesByMail.renew.mutate({ board })}
        end={() => client.notesByMail.end.mutate({ board })}
        store={(changed) => cache.notesByMail.address.setData(board ? { board } : {}, changed)}
      >
        <Button
          variant="default"
          component="a"
          href={contactUrl(name, address ?? '')}
          download={`${name}.vcf`}
        >
          Save as a contact
        </Button>
        <Button variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
          QR code
        </Button>
      </SecretAddress>
      {shown && address && (
        <Group mt="0.75rem">
          <QrCode text={`mailto:${address}`} label={`QR code of ${address}`} />
        </Group>
      )}
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
