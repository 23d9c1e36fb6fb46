import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, errorMessage, httpStatusOf } from '../../product/trpc';
import { Dialog, type DialogState } from '../../ui/Dialog';
import { DialogForm } from '../../ui/DialogForm';
import { toast, toastError } from '../../ui/toast';
import { CodeField } from './CodeField';
import { withProof } from './proof';
import { SendAgain } from './SendAgain';
import { useCodeEntry } from './use-code-entry';
import { useCodeState } from './use-code-state';

/** A code on the old number, or a passkey, is asked for by `withProof`; this asks for one on the new number. */
export const NumberDialog = (dialog: DialogState) => (
  <Dialog {...dialog} title="Change Your Phone Number">
    {dialog.opened && <NumberForm onDone={dialog.onClose} />}
  </Dialog>
);

function NumberForm({ onDone }: { onDone: () => void }) {
  const [phoneNumber, setPhoneNumber] = useState('');
  const [sentAt, setSentAt] = useState<number>();
  const send = useMutation({
    mutationFn: () => withProof(() => client.phone.sendCode.mutate({ phoneNumber })),
    onSuccess: (sent) => sent && setSentAt(Date.now()),
    onError: (error) => toastError(errorMessage(error, 'Failed to send the code')),
  });
  if (sentAt !== undefined)
    return (
      <CodeForm
        key={sentAt}
        phoneNumber={phoneNumber}
        sending={send.isPending}
        onSendAgain={() => send.mutate()}
        onDone={onDone}
      />
    );
  return (
    <DialogForm
      submitLabel="Send verification code"
      busyLabel="Sending code..."
      busy={send.isPending}
      disabled={phoneNumber.trim() === ''}
      onSubmit={() => send.mutate()}
    >
      <p>
        Your notes, boards and settings move to the new number, and the old one no longer signs you in. We
        text a code to each of both.
      </p>
      <TextInput
        label="New phone number"
        placeholder="234 555 6789"
        type="tel"
        autoComplete="off"
        data-autofocus
        readOnly={send.isPending}
        value={phoneNumber}
        onChange={(event) => setPhoneNumber(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

type CodeProps = { phoneNumber: string; sending: boolean; onSendAgain: () => void; onDone: () => void };

function CodeForm({ phoneNumber, sending, onSendAgain, onDone }: CodeProps) {
  const change = useMutation({
    mutationFn: (code: string) => withProof(() => client.phone.change.mutate({ phoneNumber, code })),
    onSuccess(changed) {
      if (!changed) return;
      toast({ title: changed.message });
      onDone();
    },
    onError(error) {
      if (httpStatusOf(error) !== 400) toastError(errorMessage(error, 'The number could not be changed'));
      entry.select();
    },
    onSettled: () => entry.settle(),
  });
  const busy = change.isPending || change.isSuccess;
  const entry = useCodeEntry({ busy, onEdit: change.reset, onCode: (code) => change.mutate(code) });
  const state = useCodeState({ enabled: !busy });
  return (
    <DialogForm
      submitLabel="Change number"
      busyLabel="Changing..."
      busy={busy}
      disabled={!entry.isComplete}
      onSubmit={() => entry.submit()}
    >
      <p>
        Now type the code that we text to <strong>{phoneNumber}</strong>.
      </p>
      <CodeField entry={entry} error={httpStatusOf(change.error) === 400 && 'Invalid verification code'} />
      <SendAgain state={state} busy={sending} onAsk={onSendAgain} />
    </DialogForm>
  );
}
