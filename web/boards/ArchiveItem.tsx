import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { cache, client, errorMessage } from '../product/trpc';
import { IconItem } from '../ui/OpenMenu';
import { toast, toastError } from '../ui/toast';
import { changeCachedBoard } from './cached-cards';
import { useBoardCard } from './use-seen';

export function ArchiveItem({ name }: { name: string }) {
  const archived = useBoardCard(name)?.archived;
  if (archived === undefined) return null;
  return (
    <IconItem
      icon={archived ? IconArchiveOff : IconArchive}
      label={archived ? 'Take out of the archive' : 'Archive'}
      onClick={() => archive(name, !archived)}
    />
  );
}

function archive(name: string, archived: boolean) {
  changeCachedBoard(name, { archived });
  client.boards.archive
    .mutate({ tag: name, archived })
    .then(
      () =>
        toast({
          title: archived ? `#${name} is archived` : `#${name} is back`,
          description: archived ? 'It stays in the search, and tells of nothing new.' : undefined,
          onUndo: () => archive(name, !archived),
        }),
      (error) => {
        changeCachedBoard(name, { archived: !archived });
        toastError(errorMessage(error, 'Could not archive the board. Please try again.'));
      },
    )
    .finally(() => cache.boards.invalidate());
}
