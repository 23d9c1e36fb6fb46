import { useMutation } from '@tanstack/react-query';
import type { Message } from '../../../src/contract/messages';
import { isKeptAnswer, sendOrKeep, toastKept } from '../../product/offline/offline';
import { optimistic } from '../../product/pending/pending';
import { asReacted, type Reacted } from '../../product/pending/reactions';
import { client, errorMessage } from '../../product/trpc';
import { toastError } from '../../ui/toast';

export function useReact(before: Message): (reacted: Reacted) => void {
  const { mutate } = useMutation({
    ...optimistic(
      (reacted: Reacted) => ({ moved: [{ before, after: asReacted(before, reacted) }] }),
      (after: Message) => ({ moved: [{ before, after }] }),
    ),
    mutationFn(reacted: Reacted) {
      const input = { id: before.id, ...reacted };
      return sendOrKeep({ kind: 'react', before, after: asReacted(before, reacted), input }, () =>
        client.messages.react.mutate(input),
      );
    },
    onSuccess: (answer) => isKeptAnswer(answer) && toastKept(),
    onError: (error: Error) =>
      toastError(errorMessage(error, 'Your reaction could not be saved. Please try again.')),
  });
  return mutate;
}
