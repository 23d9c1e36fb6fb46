import { useMutation } from '@tanstack/react-query';
import type { Message } from '../../../src/contract/messages';
import { client, httpStatusOf } from '../../product/trpc';

type Edit = Omit<Parameters<typeof client.messages.edit.mutate>[0], 'id' | 'read'> & { content: string };

/**
 * Returns the mutation that saves an edited message after it was deleted. While the deletion can be taken
 * back, the message comes back with its files and is then edited. Later the text is stored as another
 * message.
 */
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
