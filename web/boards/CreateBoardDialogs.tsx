import { showAdded, storeAdded } from '../product/pending/expected-messages';
import { optimistic } from '../product/pending/pending';
import { errorMessage, trpc } from '../product/trpc';
import { Dialog, type DialogState } from '../ui/Dialog';
import { useNavigate } from '../ui/router';
import { toast, toastError } from '../ui/toast';
import { BoardNameForm } from './BoardNameForm';

type Props = DialogState & { onCreated?: () => void };

const LABELS = { submitLabel: 'Create Board', busyLabel: 'Creating...' };

/**
 * Creates a private board by adding a message that is only its hashtag (docs/product/boards.md: Board
 * lifetime).
 */
export function CreatePrivateBoardDialog({ onCreated, ...dialog }: Props) {
  const navigate = useNavigate();
  const create = trpc.messages.add.useMutation({
    ...optimistic(showAdded, storeAdded),
    onSuccess(_, { hashtags: [tag = ''] = [] }) {
      toast({
        title: 'Private board created',
        description: `Your private board #${tag} has been created successfully.`,
      });
      dialog.onClose();
      onCreated?.();
      void navigate({ to: '/tag/private/$tag', params: { tag } });
    },
    onError: (error) =>
      toastError(errorMessage(error, 'Failed to create private board'), 'Error creating private board'),
  });
  return (
    <Dialog {...dialog} title="Create Private Board">
      <BoardNameForm
        {...LABELS}
        field={{
          label: 'Board name',
          description: 'Only you see it. Text this hashtag to add to it.',
          placeholder: 'recipes',
        }}
        busy={create.isPending}
        waitsForName
        onSubmit={(boardName) =>
          create.mutate({
            content: `#${boardName}`,
            hashtags: [boardName],
            source: 'ui',
            // the server refuses the message if a shared board has got this name meanwhile
            expects: [{ tag: boardName, boardId: null }],
          })
        }
      />
    </Dialog>
  );
}

export function CreateSharedBoardDialog({ onCreated, ...dialog }: Props) {
  const navigate = useNavigate();
  const create = trpc.boards.createShared.useMutation({
    ...optimistic(({ name }: { name: string }) => ({ createdShared: name })),
    onSuccess({ name }) {
      toast({ title: `Created shared board #${name}`, description: 'Invite the people it is for.' });
      dialog.onClose();
      onCreated?.();
      void navigate({ to: '/tag/shared/$boardName', params: { boardName: name } });
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to create shared board')),
  });
  return (
    <Dialog {...dialog} title="Create Shared Board">
      <BoardNameForm
        {...LABELS}
        field={{
          label: 'Board name',
          description: 'Everybody you invite to it sees its messages and can add to it.',
          placeholder: 'house',
        }}
        busy={create.isPending}
        onSubmit={(name) => create.mutate({ name })}
      />
    </Dialog>
  );
}
