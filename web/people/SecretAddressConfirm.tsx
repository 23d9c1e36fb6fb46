import { Confirm } from '../ui/Confirm';
import type { DialogState } from '../ui/Dialog';

/** Said before it is renewed or ended, and before it is renewed. */
export type Warnings = { always: string; renewed: string };

type Props = DialogState & {
  act: 'renew' | 'end';
  warnings: Warnings;
  busy: boolean;
  onSubmit: () => void;
};

export const SecretAddressConfirm = ({ act, warnings, ...dialog }: Props) => (
  <Confirm
    {...dialog}
    title={act === 'end' ? 'End the Address' : 'Renew the Address'}
    submitLabel={act === 'end' ? 'End' : 'Renew'}
    busyLabel={act === 'end' ? 'Ending...' : 'Renewing...'}
    destructive
  >
    <p>
      {warnings.always} {act === 'end' ? 'You can make another address later.' : warnings.renewed}{' '}
      <strong>The present address never works again.</strong>
    </p>
  </Confirm>
);
