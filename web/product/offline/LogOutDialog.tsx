import { useState } from 'react';
import { countOf } from '../../../src/contract/counts';
import { Confirm } from '../../ui/Confirm';
import { asks, logOutNow } from './log-out';

export function LogOutDialog({ opened, unsent }: { opened: boolean; unsent: number }) {
  const [busy, setBusy] = useState(false);
  const close = () => asks.set(false);
  return (
    <Confirm
      opened={opened}
      onClose={close}
      title="Not Sent Yet"
      submitLabel="Log Out and Delete"
      busyLabel="Logging out..."
      destructive
      busy={busy}
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
    </Confirm>
  );
}
