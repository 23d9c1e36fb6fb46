import { useMutation } from '@tanstack/react-query';
import type { Message } from '../../../src/contract/messages';
import { type Kept, type NewFile, sendOrKeep } from '../../product/offline/offline';
import { storeAdded } from '../../product/pending/expected-messages';
import { optimistic } from '../../product/pending/pending';
import { client } from '../../product/trpc';

type Input = Omit<Parameters<typeof client.messages.add.mutate>[0], 'mediaIds'>;
type NewMessage = Input & { files: NewFile[] };

export const useAddMessage = (
  asStored: (input: Input & { mediaIds: number[] }) => Message,
  on: {
    onSuccess?: (answer: Message | Kept, message: NewMessage) => void;
    onError: (error: unknown, message: NewMessage) => void;
  },
) =>
  useMutation({
    ...optimistic(
      (message: NewMessage) => ({ moved: [{ before: null, after: asStored(toInput(message)) }] }),
      storeAdded,
    ),
    ...on,
    scope: { id: 'new messages' }, // one after the other, so that they arrive in the order of writing
    mutationKey: [['messages', 'add']], // analytics.ts knows the mutation by this key
    mutationFn(message: NewMessage) {
      const input = toInput(message);
      const { files } = message;
      return sendOrKeep({ kind: 'add', input, files, shown: asStored(input) }, () =>
        client.messages.add.mutate(input),
      );
    },
  });

const toInput = ({ files, ...input }: NewMessage) => ({
  ...input,
  mediaIds: files.flatMap(({ id }) => id ?? []),
});
