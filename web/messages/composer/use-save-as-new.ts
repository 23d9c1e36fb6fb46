import { useMutation } from '@tanstack/react-query';
import type { Message } from '../../../src/contract/messages';
import { client, httpStatusOf } from '../../product/trpc';

type Edit = Omit<Parameters<typeof client.messages.edit.mutate>[0], 'id' | 'read'> & { content: string };

/** While the deletion can be undone, restores the message with its files; later, adds the text. */
export const useSaveAsNew = (
  { id, tags }: Message,
  { onSuccess, onError }: { onSuccess: () => void; onError: (error: unknown) => void },
) =>
  useMutation({
    async mutationFn(edit: Edit) {
      const restored = await client.messages.restore.mutate({ id }).catch((error) => {
        if (httpStatusOf(error) !== 404) throw error;
        return null;
      });
      if (restored) return client.messages.edit.mutate({ id, ...edit });
      return client.messages.add.mutate({ ...edit, tags: edit.tags ?? tags, source: 'ui' });
    },
    onSuccess,
    onError,
  });
