import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DialogForm } from '../ui/DialogForm';
import { TextInvitation } from './TextInvitation';

type Props = {
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  required?: string;
  name: string;
  unknown: string | undefined;
  texting: boolean;
  onCancel: () => void;
  onSubmit: (phoneNumber: string) => void;
  onText: (phoneNumber: string) => void;
  children?: ReactNode;
};

export function PhoneForm({
  required,
  name,
  unknown,
  busy,
  texting,
  onSubmit,
  onText,
  children,
  ...form
}: Props) {
  const [phoneNumber, setPhoneNumber] = useState('');
  const [edited, setEdited] = useState(false);
  const number = phoneNumber.trim();
  const blank = number === '';
  return (
    <DialogForm
      {...form}
      busy={busy || texting}
      disabled={(blank && required !== undefined) || number === unknown}
      onSubmit={() => onSubmit(number)}
    >
      {children}
      <TextInput
        label="Phone number"
        placeholder="234 555 6789"
        type="tel"
        autoComplete="off"
        data-autofocus
        disabled={busy || texting}
        error={edited && blank && required}
        value={phoneNumber}
        onChange={(event) => {
          setPhoneNumber(event.currentTarget.value);
          setEdited(true);
        }}
      />
      {number === unknown && <TextInvitation name={name} busy={texting} onText={() => onText(number)} />}
    </DialogForm>
  );
}
