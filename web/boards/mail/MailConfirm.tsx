import { Confirm } from '../../ui/Confirm';
import type { DialogState } from '../../ui/Dialog';

type Props = DialogState & { act: 'renew' | 'end'; busy: boolean; onSubmit: () => void };

export const MailConfirm = ({ act, busy, ...dialog }: Props) => (
  <Confirm
    {...dialog}
    title={act === 'end' ? 'End the Address' : 'Renew the Address'}
    submitLabel={act === 'end' ? 'End' : 'Renew'}
    busyLabel={act === 'end' ? 'Ending...' : 'Renewing...'}
    busy={busy}
    destructive
  >
    <p>
      Mails to the present address are refused from now on.{' '}
      {act === 'end' ? 'You can make another address later.' : 'Who writes to it needs the new one.'}{' '}
      <strong>The present address never works again.</strong>
    </p>
  </Confirm>
);
