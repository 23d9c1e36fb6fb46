import type { Message } from '../../../src/contract/messages';
import { cache, client, trpc } from '../../product/trpc';
import { toast, toastError } from '../../ui/toast';

const FAILED = 'There was an error updating your message. Please try again.';

/** The change of a message, with its toasts; the one that tells of it can take it back (spec 8). */
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
