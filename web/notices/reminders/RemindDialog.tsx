import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Message } from '../../../src/contract/messages';
import { errorMessage, trpc } from '../../product/trpc';
import { Dialog, type DialogState } from '../../ui/Dialog';
import { DialogForm } from '../../ui/DialogForm';
import { toast, toastError } from '../../ui/toast';
import { ReminderFields } from './ReminderFields';
import { choicesAt, type Reminder, reminderOf, useTimeZone } from './times';
import { useEndReminder } from './use-end-reminder';

/** `at`: the time to begin with, on the person's clock. */
type Props = { message: Message; at?: string };

export const RemindDialog = ({ message, at, ...dialog }: DialogState & Props) => (
  <Dialog {...dialog} title="Remind Me">
    <RemindForm message={message} at={at} onDone={dialog.onClose} />
  </Dialog>
);

function RemindForm({ message, at: wanted, onDone }: Props & { onDone: () => void }) {
  const zone = useTimeZone();
  const [{ at, rule }, setReminder] = useState<Reminder>(
    () =>
      (wanted ? { at: wanted, rule: null } : reminderOf(message, zone)) ?? {
        at: choicesAt(Date.now(), zone).at(-2)!.at,
        rule: message.remindRule,
      },
  );
  const set = trpc.reminders.set.useMutation({
    onSuccess() {
      toast({ title: 'Reminder set' });
      onDone();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to set the reminder')),
  });
  const end = useEndReminder(onDone);
  const busy = set.isPending || end.isPending;
  return (
    <DialogForm
      submitLabel="Set Reminder"
      busyLabel="Setting..."
      busy={busy}
      disabled={!at}
      onSubmit={() => at && set.mutate({ id: message.id, remindAt: at, remindRule: rule })}
    >
      <p>You get a text with this message. Nobody else sees the reminder.</p>
      <ReminderFields
        value={{ at, rule }}
        onChange={(value) => value && setReminder(value)}
        disabled={busy}
        autoFocus
        required
      />
      {message.remindAt && (
        <Button variant="subtle" color="red" disabled={busy} onClick={() => end.mutate({ id: message.id })}>
          End reminder
        </Button>
      )}
    </DialogForm>
  );
}
