import { Skeleton } from '@mantine/core';
import type { TagRemoval } from '../../src/contract/boards';
import { countOf } from '../../src/contract/counts';
import { optimistic } from '../product/pending/pending';
import { cache, client, errorMessage, trpc } from '../product/trpc';
import { Confirm } from '../ui/Confirm';
import type { DialogState } from '../ui/Dialog';
import { useNavigate } from '../ui/router';
import { toast, toastError } from '../ui/toast';

const DELETING = { submitLabel: 'Delete', busyLabel: 'Deleting...', destructive: true };

type Props = DialogState & { boardId: number; name: string };

const FAILED = 'There was an error deleting the shared board. Please try again.';

export function DeleteSharedBoardDialog({ boardId, name, ...dialog }: Props) {
  const navigate = useNavigate();
  const remove = trpc.boards.removeShared.useMutation({
    onSuccess({ message }) {
      toast({ title: 'Board Deleted', description: message });
      dialog.onClose();
      void navigate({ to: '/' });
    },
    onError: (error) => toastError(errorMessage(error, FAILED), 'Delete Failed'),
  });
  return (
    <Confirm
      {...dialog}
      title="Delete Shared Board"
      {...DELETING}
      busy={remove.isPending}
      onSubmit={() => remove.mutate({ boardId })}
    >
      <p>
        <strong>#{name}</strong> ends for all its members. Each message stays with the person who sent it, on
        a private board of theirs.
      </p>
    </Confirm>
  );
}

export function DeleteTagDialog({ name: tag, ...dialog }: DialogState & { name: string }) {
  const navigate = useNavigate();
  const removal = trpc.boards.tagRemoval.useQuery({ tag }, { enabled: dialog.opened, staleTime: 0 });
  const remove = trpc.boards.removeTag.useMutation({
    ...optimistic(() => ({ removedTag: tag })),
    onSuccess({ message }) {
      toast({
        title: 'Tag deleted',
        description: message || `All messages with #${tag} have been removed.`,
        onUndo: restore,
      });
      dialog.onClose();
      void navigate({ to: '/' });
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to delete tag')),
  });
  const restore = () =>
    client.boards.restoreTag.mutate({ tag }).then(
      async () => {
        await navigate({ to: '/tag/private/$tag', params: { tag } });
        void cache.invalidate();
      },
      (error) => toastError(errorMessage(error, 'Failed to bring the messages back')),
    );
  return (
    <Confirm
      {...dialog}
      title={`Delete #${tag}`}
      {...DELETING}
      busy={remove.isPending}
      onSubmit={() => remove.mutate({ tag })}
    >
      {removal.data ? (
        <Consequences {...removal.data} />
      ) : removal.isError ? (
        <p>All messages with #{tag} are deleted.</p>
      ) : (
        <Skeleton height={48} />
      )}
    </Confirm>
  );
}

function Consequences({ tag, count, elsewhere }: TagRemoval) {
  return (
    <p>
      <strong>
        {countOf(count, 'message')} with #{tag}
      </strong>{' '}
      {count === 1 ? 'is' : 'are'} deleted.
      {elsewhere > 0 && (
        <>
          {' '}
          <strong>
            {elsewhere === count
              ? count === 1
                ? 'It is'
                : 'All of them are'
              : `${elsewhere.toLocaleString('en-US')} of them ${elsewhere === 1 ? 'is' : 'are'}`}{' '}
            on other boards too
          </strong>{' '}
          and {elsewhere === 1 ? 'disappears' : 'disappear'} from there as well.
        </>
      )}
    </p>
  );
}
