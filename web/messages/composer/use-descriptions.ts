import { useState } from 'react';
import type { Media } from '../../../src/contract/media';
import type { Message } from '../../../src/contract/messages';
import { isPending } from '../../product/pending/change';
import { errorMessage, trpc } from '../../product/trpc';
import { toastError } from '../../ui/toast';
import { mediaKind } from '../card/media-layout';

export type Descriptions = {
  photos: Media[];
  textOf: (photo: Media) => string;
  change: (photo: Media, text: string) => void;
  save: () => Promise<boolean>;
  isSaving: boolean;
  forget: () => void;
};

export function useDescriptions({ media }: Message): Descriptions {
  const [changed, setChanged] = useState<Record<number, string>>({});
  const describe = trpc.media.describe.useMutation();
  const photos = media.filter((file) => mediaKind(file.type) === 'photo' && !isPending(file));
  return {
    photos,
    textOf: ({ id, alt }) => changed[id] ?? alt ?? '',
    change: ({ id }, text) => setChanged((before) => ({ ...before, [id]: text })),
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
    forget: () => setChanged({}),
  };
}
