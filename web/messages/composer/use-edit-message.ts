import { useMutation } from '@tanstack/react-query';
import type { Message } from '../../../src/contract/messages';
import { isKeptAnswer, sendOrKeep, toastKept } from '../../product/offline/offline';
import { asEdited } from '../../product/pending/expected-messages';
import { optimistic, showAtOnce } from '../../product/pending/pending';
import { cache, client, errorMessage, httpStatusOf, isUnreached } from '../../product/trpc';
import { toast, toastError } from '../../ui/toast';

const FAILED = 'There was an error updating your message. Please try again.';
const DELETED = 'The message was deleted meanwhile.';

const SENT = 'It was sent meanwhile. You can edit it again.';

type EditInput = Parameters<typeof client.messages.edit.mutate>[0];

type On = { done: () => void; changed?: (stored: string | null) => void };

export function useEditMessage(before: Message, { done, changed }: On) {
  const failed = (error: unknown) =>
    toastError(
      httpStatusOf(error) === 404 ? DELETED : isUnreached(error) ? errorMessage(error, FAILED) : FAILED,
      'Update Failed',
    );
  const undo =
    (after: Message, { content, mediaIds }: Pick<EditInput, 'content' | 'mediaIds'>) =>
    () => {
      const changed = {
        content: content === undefined ? undefined : before.content,
        mediaIds: mediaIds && before.media.map(({ id }) => id),
      };
      const shown = showAtOnce({ moved: [{ before: after, after: before }] });
      client.messages.edit.mutate({ id: before.id, tags: before.tags, ...changed }).then(
        (stored) => shown.commit({ moved: [{ before: after, after: stored }] }),
        (error) => {
          shown.rollback();
          failed(error);
        },
      );
    };

  return useMutation({
    ...optimistic(
      (input: EditInput) => ({ moved: [{ before, after: asEdited(before, input) }] }),
      (after: Message) => ({ moved: [{ before, after }] }),
    ),
    mutationFn: (input: EditInput) =>
      sendOrKeep({ kind: 'edit', before, after: asEdited(before, input), input }, () =>
        client.messages.edit.mutate(input),
      ),
    onSuccess(after, input) {
      if (isKeptAnswer(after)) {
        toastKept(async () => {
          if (!(await after.takeBack())) toastError(SENT, 'Too late');
        });
        return done();
      }
      toast({
        title: 'Message Updated',
        description: 'Your message has been successfully updated and moved to the appropriate boards.',
        onUndo: undo(after, input),
      });
      done();
    },
    async onError(error: Error) {
      const status = httpStatusOf(error);
      // perhaps a tag now stands for another board; once the boards are fetched again, the form shows that
      // change and asks what to do
      if (status === 409) void cache.boards.invalidate();
      if (status === 409 && !changed) return toastError(error.message, 'Update Failed');
      if (!changed || (status !== 404 && status !== 409)) return failed(error);
      await client.messages.get.query({ id: before.id }).then(
        ({ content }) => content !== before.content && changed(content),
        (reason) => (httpStatusOf(reason) === 404 ? changed(null) : failed(reason)),
      );
    },
  });
}

type NewText = Omit<EditInput, 'id' | 'read'> & { content: string };

/** While the deletion can be undone, restores the message with its files; later, adds the text. */
export const useSaveAsNew = (
  { id, tags }: Message,
  on: { onSuccess: () => void; onError: (error: unknown) => void },
) =>
  useMutation({
    ...on,
    async mutationFn(edit: NewText) {
      const restored = await client.messages.restore.mutate({ id }).catch((error) => {
        if (httpStatusOf(error) !== 404) throw error;
        return null;
      });
      if (restored) return client.messages.edit.mutate({ id, ...edit });
      return client.messages.add.mutate({ ...edit, tags: edit.tags ?? tags, source: 'ui' });
    },
  });
