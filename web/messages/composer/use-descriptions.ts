import { useState } from 'react';
import type { Media } from '../../../src/contract/media';
import type { Message } from '../../../src/contract/messages';
import { isPending } from '../../product/pending/change';
import { errorMessage, trpc } from '../../product/trpc';
import { toastError } from '../../ui/toast';
import { mediaKind } from '../card/media-layout';

export type Descriptions = ReturnType<typeof useDescriptions>;

export function useDescriptions({ media }: Message) {
  const [changed, setChanged] = useState<Record<number, string>>({});
  const describe = trpc.media.describe.useMutation();
  const photos = media.filter((file) => mediaKind(file.type) === 'photo' && !isPending(file));
  return {
    photos,
    textOf: ({ id, alt }: Media) => changed[id] ?? alt ?? '',
    change: ({ id }: Media, text: string) => setChanged((before) => ({ ...before, [id]: text })),
    async save() {
      try {
        for (const { id, alt } of photos) {
          const text = changed[id];
          if (text !== undefined && text.trim() !== (alt ?? ''))
            await describe.mutateAsync({ id, alt: text });
        }
        return true;
      } catch (error) {
        toastError(errorMessage(error, 'The description of a photo could not be saved.'), 'Update Failed');
        return false;
      }
    },
    isSaving: describe.isPending,
  };
}
