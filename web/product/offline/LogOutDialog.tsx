import { useState } from 'react';
import { countOf } from '../../../src/contract/counts';
import { Dialog } from '../../ui/Dialog';
import { DialogForm } from '../../ui/DialogForm';
import { logOutNow, setAsking } from './log-out';

export function LogOutDialog({ opened, unsent }: { opened: boolean; unsent: number }) {
  const [busy, setBusy] = useState(false);
  const close = () => setAsking(false);
  return (
    <Dialog opened={opened} onClose={close} busy={busy} title="Not Sent Yet">
      <DialogForm
        submitLabel="Log Out and Delete"
        busyLabel="Logging out..."
        destructive
        busy={busy}
        onCancel={close}
        onSubmit={async () => {
          setBusy(true);
          await logOutNow();
          setBusy(false);
        }}
      >
        <p>
          {countOf(unsent, 'change')} that you made without a connection {unsent === 1 ? 'is' : 'are'} kept in
          this browser only. Logging out deletes {unsent === 1 ? 'it' : 'them'}.
        </p>
      </DialogForm>
    </Dialog>
  );
}
