import type { Message } from '../../src/contract/messages';
import { errorMessage, trpc } from '../product/trpc';
import { Dialog } from '../ui/Dialog';
import { DialogForm } from '../ui/DialogForm';
import { toast, toastError } from '../ui/toast';
import { refetchMessageLists } from './feed/use-messages';
import classes from './MessageDialog.module.css';
import { messageExcerpt } from './message-excerpt';

type Props = { message: Message; opened: boolean; onClose: () => void };

/** Dialog in which the sender of a message deletes it (docs/product.md: Deleting a message). */
export function DeleteMessageDialog({ message, opened, onClose }: Props) {
  const remove = trpc.messages.remove.useMutation({
    async onSuccess() {
      await refetchMessageLists(); // the card must be gone before the dialog closes and returns the focus
      toast({ title: 'Message deleted', description: 'The message has been permanently removed.' });
      onClose();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to delete message')),
  });
  const { tags } = message;
  return (
    <Dialog opened={opened} onClose={onClose} busy={remove.isPending} title="Delete Message">
      <DialogForm
        submitLabel="Delete"
        busyLabel="Deleting..."
        destructive
        busy={remove.isPending}
        onCancel={onClose}
        onSubmit={() => remove.mutate({ id: message.id })}
      >
        <p>
          This message is deleted for good
          {tags.length > 1 && `, from all ${tags.length} boards it is on`}.
        </p>
        <blockquote className={classes.quote} dir="auto">
          {messageExcerpt(message)}
        </blockquote>
      </DialogForm>
    </Dialog>
  );
}
