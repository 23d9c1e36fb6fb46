import { Button, Stack, TextInput } from '@mantine/core';
import { IconAddressBook, IconMessage2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useMayInvite } from '../product/session';
import { reasonOf } from '../product/trpc';
import { useProduct } from '../product/use-product';
import { DialogForm } from '../ui/DialogForm';
import { InviteLink } from './invites/InviteLink';
import { PeopleToInvite } from './PeopleToInvite';

type Texted = { name: string; phoneNumber: string };
type Invitation = { name: string; phoneNumber?: string; userId?: number };
type Mutation<T> = { isPending: boolean; mutate: (invitation: T) => void };

type Props = {
  name: string;
  submitLabel: string;
  busyLabel: string;
  /** Error of a blank field after an edit. Without it, `onBlank` is called when a blank field is submitted. */
  required?: string;
  onBlank?: () => void;
  /** Fails with the reason "unknown number" if nobody has an account with the number. */
  invite: Mutation<Invitation> & { error: unknown; variables: { phoneNumber?: string } | undefined };
  text: Mutation<Texted>;
  children: ReactNode;
};

export function PhoneForm({ name, required, onBlank, invite, text, children, ...labels }: Props) {
  const product = useProduct();
  const mayInvite = useMayInvite();
  const [typed, setTyped] = useState<string>();
  const phoneNumber = typed?.trim() ?? '';
  const busy = invite.isPending || text.isPending;
  const isUnknown =
    reasonOf(invite.error) === 'unknown number' && invite.variables?.phoneNumber === phoneNumber;
  return (
    <DialogForm
      {...labels}
      busy={busy}
      disabled={isUnknown || (!phoneNumber && required !== undefined)}
      onSubmit={() => (phoneNumber ? invite.mutate({ name, phoneNumber }) : onBlank?.())}
    >
      <p>{children}</p>
      <PeopleToInvite name={name} disabled={busy} onPick={(userId) => invite.mutate({ name, userId })} />
      <TextInput
        label="Phone number"
        placeholder="234 555 6789"
        type="tel"
        autoComplete="off"
        data-autofocus
        disabled={busy}
        error={typed !== undefined && !phoneNumber && required}
        value={typed ?? ''}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {contacts && (
        <Button
          variant="default"
          leftSection={<IconAddressBook size={18} aria-hidden />}
          disabled={busy}
          onClick={() => void pickContact(contacts).then((number) => number && setTyped(number))}
        >
          Choose from your contacts
        </Button>
      )}
      {isUnknown && !mayInvite && (
        <p role="status">
          Nobody with this number uses {product.name} yet, and it takes no new people at present.
        </p>
      )}
      {isUnknown && mayInvite && (
        <Stack gap="0.75rem" p="0.875rem" bg="var(--sunken)" bdrs={12}>
          <p role="status">
            Nobody with this number uses {product.name} yet. We can text them: once they reply YES, they have
            an account and are on the board.
          </p>
          <Button
            leftSection={<IconMessage2 size={18} aria-hidden />}
            h="auto"
            mih="2.75rem"
            py="0.5rem"
            styles={{ label: { minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'normal' } }}
            disabled={text.isPending}
            onClick={() => text.mutate({ name, phoneNumber })}
          >
            {text.isPending ? 'Texting them...' : `Text them an invitation to #${name}`}
          </Button>
          <p>Or send them this link yourself, and add them here once they have joined.</p>
          <InviteLink />
        </Stack>
      )}
    </DialogForm>
  );
}

type Contacts = { select: (what: ['tel']) => Promise<{ tel: string[] }[]> };

/** Only browsers of some phones have it (Contact Picker API). */
const { contacts } = navigator as { contacts?: Contacts };

const pickContact = (contacts: Contacts) =>
  contacts.select(['tel']).then(
    ([chosen]) => chosen?.tel[0],
    () => undefined,
  );
