import type { Message } from '../../src/contract/messages';
import { optimistic } from '../product/pending/pending';
import { errorMessage, trpc } from '../product/trpc';
import { Dialog } from '../ui/Dialog';
import { DialogForm } from '../ui/DialogForm';
import { toast, toastError } from '../ui/toast';
import { senderName } from './card/sender';
import dialog from './MessageDialog.module.css';
import { messageExcerpt } from './message-excerpt';

type Props = { message: Message; board: { id: number; name: string }; opened: boolean; onClose: () => void };

export function TakeOffDialog({ message, board, opened, onClose }: Props) {
  const takeOff = trpc.messages.takeOff.useMutation({
    ...optimistic(() => ({ moved: [{ before: message, after: withoutTag(message, board.name) }] })),
    onSuccess({ message }) {
      toast({ title: `Taken off #${board.name}`, description: message });
      onClose();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to take the message off the board')),
  });
  return (
    <Dialog opened={opened} onClose={onClose} busy={takeOff.isPending} title={`Take off #${board.name}`}>
      <DialogForm
        submitLabel="Take off"
        busyLabel="Taking off..."
        busy={takeOff.isPending}
        onCancel={onClose}
        onSubmit={() => takeOff.mutate({ boardId: board.id, id: message.id })}
      >
        <p>
          Nobody sees this message on #{board.name} any more. {senderName(message)} keeps it.
        </p>
        <blockquote className={dialog.quote} dir="auto">
          {messageExcerpt(message)}
        </blockquote>
      </DialogForm>
    </Dialog>
  );
}

function withoutTag(message: Message, name: string): Message | null {
  const tags = message.tags.filter((tag) => tag !== name);
  return tags.length > 0 ? { ...message, tags } : null;
}
