import type { Message } from '../../../src/contract/messages';
import { cache, client, trpc } from '../../product/trpc';
import { toast, toastError } from '../../ui/toast';

const FAILED = 'There was an error updating your message. Please try again.';

/** Returns the mutation that edits a message and shows toasts. The toast of success has an Undo button. */
export function useEditMessage(before: Message, onDone: () => void) {
  const failed = () => toastError(FAILED, 'Update Failed');
  const undo = (content: string | undefined) => () =>
    client.messages.edit
      .mutate({ id: before.id, content, tags: before.tags })
      .then(() => cache.invalidate(), failed);

  return trpc.messages.edit.useMutation({
    onSuccess(_, { content }) {
      toast({
        title: 'Message Updated',
        description: 'Your message has been successfully updated and moved to the appropriate boards.',
        onUndo: undo(content === undefined ? undefined : before.content),
      });
      onDone();
    },
    onError: failed,
  });
}
