import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { InviteLink } from '../invites/InviteLink';
import { DialogForm } from '../ui/DialogForm';

type Props = {
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  /**
   * Error that is shown while the field is blank after an edit. Without `required`, a blank number can be
   * submitted.
   */
  required?: string;
  /** True if nobody has an account with the number that was submitted. */
  unknown: boolean;
  onCancel: () => void;
  onSubmit: (phoneNumber: string) => void;
  children?: ReactNode;
};

/** Form that asks for the phone number of the person to invite to a board. */
export function PhoneForm({ required, unknown, busy, onSubmit, children, ...form }: Props) {
  const [phoneNumber, setPhoneNumber] = useState('');
  const [edited, setEdited] = useState(false);
  const blank = phoneNumber.trim() === '';
  return (
    <DialogForm
      {...form}
      busy={busy}
      disabled={blank && required !== undefined}
      onSubmit={() => onSubmit(phoneNumber.trim())}
    >
      {children}
      <TextInput
        label="Phone number"
        description="Of somebody who has an account already."
        placeholder="234 555 6789"
        type="tel"
        autoComplete="off"
        data-autofocus
        disabled={busy}
        error={edited && blank && required}
        value={phoneNumber}
        onChange={(event) => {
          setPhoneNumber(event.currentTarget.value);
          setEdited(true);
        }}
      />
      {unknown && <InviteLink description="They have no account yet. Send them this link first." />}
    </DialogForm>
  );
}
