import { ReminderFields } from '../../notices/reminders/ReminderFields';
import { isKeptAnswer } from '../../product/offline/offline';
import { useProduct } from '../../product/use-product';
import { Dialog, type DialogState } from '../../ui/Dialog';
import { DialogForm } from '../../ui/DialogForm';
import { toast } from '../../ui/toast';
import { Attachments } from './Attachments';
import { ChangedBoards } from './ChangedBoards';
import { MessageField } from './MessageField';
import { TagsInput } from './TagsInput';
import { useNewMessage } from './use-new-message';

type Props = { board?: string; text?: string; photos?: File[] };

export function AddMessageDialog({ opened, onClose, ...props }: DialogState & Props) {
  const { name } = useProduct();
  return (
    <Dialog opened={opened} onClose={onClose} title={`Add to ${name}`}>
      <MessageForm {...props} onDone={onClose} />
    </Dialog>
  );
}

function MessageForm({ onDone, ...props }: Props & { onDone: () => void }) {
  const { content, write, files, inputProps, reminder, setReminder, destination, ...message } = useNewMessage(
    {
      ...props,
      onAdded(answer) {
        if (!isKeptAnswer(answer)) toast({ title: 'Message added' });
        scrollTo({ top: 0 });
        onDone();
      },
    },
  );
  const { busy } = message;
  return (
    <DialogForm
      submitLabel="Add Message"
      busyLabel="Adding..."
      busy={busy}
      disabled={message.cannotSave}
      onSubmit={destination.trySubmit}
      onFiles={busy ? undefined : files.add}
    >
      <MessageField
        placeholder="A thought, a link, a list… #hashtags work here too"
        rows={4}
        resize="vertical"
        disabled={busy}
        value={content}
        onChange={write}
      />
      <Attachments {...files} disabled={busy} />
      <TagsInput {...inputProps} disabled={busy} destination={destination} />
      <ReminderFields value={reminder} onChange={setReminder} disabled={busy} />
      <ChangedBoards {...destination.noticeProps} />
    </DialogForm>
  );
}
