import { useMutation } from '@tanstack/react-query';
import type { Message } from '../../src/contract/messages';
import { isKeptAnswer, sendOrKeep, toastKept } from '../product/offline/offline';
import { optimistic, showAtOnce } from '../product/pending/pending';
import { client, errorMessage, trpc } from '../product/trpc';
import { Confirm } from '../ui/Confirm';
import type { DialogState } from '../ui/Dialog';
import { toast, toastError } from '../ui/toast';
import { senderName } from './card/sender';
import classes from './MessageDialog.module.css';
import { messageExcerpt } from './message-excerpt';

export function DeleteMessageDialog({ message, ...dialog }: DialogState & { message: Message }) {
  const remove = useMutation({
    ...optimistic<void, unknown>(() => ({ moved: [{ before: message, after: null }] })),
    mutationFn: () =>
      sendOrKeep({ kind: 'remove', before: message }, () =>
        client.messages.remove.mutate({ id: message.id }),
      ),
    onSuccess(answer) {
      if (isKeptAnswer(answer)) toastKept(async () => (await answer.takeBack()) || restore(message));
      else
        toast({
          title: 'Message deleted',
          description: 'The message has been permanently removed.',
          onUndo: () => restore(message),
        });
      dialog.onClose();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to delete message')),
  });
  const { tags, replies } = message;
  return (
    <Confirm
      {...dialog}
      title="Delete Message"
      submitLabel="Delete"
      busyLabel="Deleting..."
      destructive
      busy={remove.isPending}
      onSubmit={() => remove.mutate()}
    >
      <p>
        This message is deleted
        {tags.length > 1 && `, from all ${tags.length} boards it is on`}.
        {replies > 0 && ' The replies to it stay, as messages of their own.'}
      </p>
      <blockquote className={classes.quote} dir="auto">
        {messageExcerpt(message)}
      </blockquote>
    </Confirm>
  );
}

function restore(message: Message) {
  const shown = showAtOnce({ moved: [{ before: null, after: message }] });
  client.messages.restore.mutate({ id: message.id }).then(
    (restored) => shown.commit({ moved: [{ before: null, after: restored }] }),
    (error) => {
      shown.rollback();
      toastError(errorMessage(error, 'Failed to bring the message back'));
    },
  );
}

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
