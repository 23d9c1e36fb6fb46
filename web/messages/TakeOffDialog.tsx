import type { Message } from '../../src/contract/messages';
import { optimistic } from '../product/pending/pending';
import { errorMessage, trpc } from '../product/trpc';
import { Confirm } from '../ui/Confirm';
import type { DialogState } from '../ui/Dialog';
import { toast, toastError } from '../ui/toast';
import { senderName } from './card/sender';
import classes from './MessageDialog.module.css';
import { messageExcerpt } from './message-excerpt';

type Props = DialogState & { message: Message; board: { id: number; name: string } };

export function TakeOffDialog({ message, board, ...dialog }: Props) {
  const tags = message.tags.filter((tag) => tag !== board.name);
  const after = tags.length > 0 ? { ...message, tags } : null;
  const takeOff = trpc.messages.takeOff.useMutation({
    ...optimistic(() => ({ moved: [{ before: message, after }] })),
    onSuccess({ message }) {
      toast({ title: `Taken off #${board.name}`, description: message });
      dialog.onClose();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to take the message off the board')),
  });
  return (
    <Confirm
      {...dialog}
      title={`Take off #${board.name}`}
      submitLabel="Take off"
      busyLabel="Taking off..."
      busy={takeOff.isPending}
      onSubmit={() => takeOff.mutate({ boardId: board.id, id: message.id })}
    >
      <p>
        Nobody sees this message on #{board.name} any more. {senderName(message)} keeps it.
      </p>
      <blockquote className={classes.quote} dir="auto">
        {messageExcerpt(message)}
      </blockquote>
    </Confirm>
  );
}
