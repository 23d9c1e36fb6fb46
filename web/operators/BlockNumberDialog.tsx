import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { BLOCK_REASON_MAX } from '../../src/contract/limits';
import { formatPhone } from '../../src/contract/people';
import { trpc } from '../product/trpc';
import { Dialog, type DialogState } from '../ui/Dialog';
import { DialogForm } from '../ui/DialogForm';
import { toast } from '../ui/toast';
import { toastAdminError } from './toast-admin-error';

type Props = DialogState & { phoneNumber?: string };

export const BlockNumberDialog = ({ phoneNumber, ...dialog }: Props) => (
  <Dialog {...dialog} title="Block a number">
    <BlockForm phoneNumber={phoneNumber} onBlocked={dialog.onClose} />
  </Dialog>
);

function BlockForm({ phoneNumber, onBlocked }: { phoneNumber?: string; onBlocked: () => void }) {
  const [number, setNumber] = useState(phoneNumber ? formatPhone(phoneNumber) : '');
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const block = trpc.admin.blockNumber.useMutation({
    onSuccess({ message }) {
      toast({ title: 'Number blocked', description: message });
      onBlocked();
    },
    onError: (error) => toastAdminError(error, 'Nothing was blocked', 'Failed to block the number'),
  });
  const complete = number.trim() !== '' && reason.trim() !== '';
  return (
    <DialogForm
      submitLabel="Block"
      busyLabel="Blocking..."
      destructive
      busy={block.isPending}
      onSubmit={() => {
        setSubmitted(true);
        if (complete) block.mutate({ phoneNumber: number, reason });
      }}
    >
      <p>
        What it texts is dropped, nothing is texted to it, and the sessions, passkeys and access tokens of its
        account end. Its messages stay.
      </p>
      <TextInput
        label="Phone number"
        type="tel"
        autoComplete="off"
        data-autofocus={phoneNumber === undefined}
        readOnly={phoneNumber !== undefined}
        disabled={block.isPending}
        error={submitted && !number.trim() && 'Which number is to be blocked?'}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <TextInput
        label="Reason"
        description="Operators read it here"
        dir="auto"
        autoComplete="off"
        maxLength={BLOCK_REASON_MAX}
        data-autofocus={phoneNumber !== undefined}
        disabled={block.isPending}
        error={submitted && !reason.trim() && 'Say why.'}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
