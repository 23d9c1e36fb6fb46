import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { CopiesKept } from '../product/CopiesKept';
import { logOut } from '../product/session';
import { errorMessage, trpc } from '../product/trpc';
import { Dialog } from '../ui/Dialog';
import { DialogForm } from '../ui/DialogForm';
import { toastError } from '../ui/toast';

const WORD = 'DELETE';

export function DeleteAccountDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const remove = trpc.auth.deleteAccount.useMutation({
    onSuccess: () =>
      logOut('deleted', {
        title: 'Account deleted',
        description: 'Your account and all associated data have been permanently deleted.',
      }),
    onError: (error) => toastError(errorMessage(error, 'Failed to delete account. Please try again.')),
  });
  const busy = remove.isPending || remove.isSuccess;
  return (
    <Dialog opened={opened} onClose={onClose} title="Delete Account">
      <ConfirmForm busy={busy} onSubmit={() => remove.mutate()} />
    </Dialog>
  );
}

type FormProps = { busy: boolean; onSubmit: () => void };

function ConfirmForm({ busy, onSubmit }: FormProps) {
  const [typed, setTyped] = useState('');
  return (
    <DialogForm
      submitLabel="Delete Account"
      busyLabel="Deleting..."
      destructive
      busy={busy}
      onSubmit={() => {
        if (typed === WORD) onSubmit();
        else
          toastError("Please type 'DELETE' exactly to confirm account deletion.", 'Incorrect confirmation');
      }}
    >
      <p>
        Your messages, files, boards and sessions are deleted for good. Shared boards that you own end; what
        others sent to them stays with them. <strong>There is no way back.</strong>
      </p>
      <CopiesKept />
      <TextInput
        label={`Type ${WORD} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
        disabled={busy}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
