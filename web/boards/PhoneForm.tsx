import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DialogForm } from '../ui/DialogForm';
import { TextInvitation } from './TextInvitation';

type Props = {
  submitLabel: string;
  busyLabel: string;
  /** True while the person is being invited. */
  busy: boolean;
  /**
   * Error to show if the person has edited the field and left it blank. Without `required`, a blank number
   * can be submitted.
   */
  required?: string;
  /** Name of the board to which the person is invited. */
  name: string;
  /** The submitted number, if nobody has an account with this number. */
  unknown: string | undefined;
  /** True while the invitation is being texted. */
  texting: boolean;
  onCancel: () => void;
  onSubmit: (phoneNumber: string) => void;
  /** Called to text an invitation to the unknown number. */
  onText: (phoneNumber: string) => void;
  children?: ReactNode;
};

/** Form for the phone number of a person to invite to a board. */
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
