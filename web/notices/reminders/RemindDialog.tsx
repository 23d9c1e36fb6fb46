import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Message } from '../../../src/contract/messages';
import { errorMessage, trpc } from '../../product/trpc';
import { Dialog } from '../../ui/Dialog';
import { DialogForm } from '../../ui/DialogForm';
import { toast, toastError } from '../../ui/toast';
import { ReminderFields } from './ReminderFields';
import { choicesAt, type Reminder, toClockTime, useTimeZone } from './times';
import { useEndReminder } from './use-end-reminder';

type Props = { message: Message; opened: boolean; onClose: () => void };

export function RemindDialog({ message, opened, onClose }: Props) {
  const set = trpc.reminders.set.useMutation({
    onSuccess() {
      toast({ title: 'Reminder set' });
      onClose();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to set the reminder')),
  });
  const end = useEndReminder(onClose);
  const busy = set.isPending || end.isPending;
  return (
    <Dialog opened={opened} onClose={onClose} busy={busy} title="Remind Me">
      <RemindForm
        message={message}
        busy={busy}
        onCancel={onClose}
        onEnd={() => end.mutate({ id: message.id })}
        onSubmit={({ at, rule }) => set.mutate({ id: message.id, remindAt: at, remindRule: rule })}
      />
    </Dialog>
  );
}

type FormProps = {
  message: Message;
  busy: boolean;
  onCancel: () => void;
  onEnd: () => void;
  onSubmit: (reminder: Reminder) => void;
};

function RemindForm({ message, busy, onCancel, onEnd, onSubmit }: FormProps) {
  const zone = useTimeZone();
  const [reminder, setReminder] = useState<Reminder>(() => ({
    at: message.remindAt
      ? toClockTime(Date.parse(message.remindAt), zone)
      : choicesAt(Date.now(), zone).at(-2)!.at,
    rule: message.remindRule,
  }));
  return (
    <DialogForm
      submitLabel="Set Reminder"
      busyLabel="Setting..."
      busy={busy}
      disabled={!reminder.at}
      onCancel={onCancel}
      onSubmit={() => reminder.at && onSubmit(reminder)}
    >
      <p>You get a text with this message. Nobody else sees the reminder.</p>
      <ReminderFields
        value={reminder}
        onChange={(value) => value && setReminder(value)}
        disabled={busy}
        autoFocus
        required
      />
      {message.remindAt && (
        <Button variant="subtle" color="red" disabled={busy} onClick={onEnd}>
          End reminder
        </Button>
      )}
    </DialogForm>
  );
}
