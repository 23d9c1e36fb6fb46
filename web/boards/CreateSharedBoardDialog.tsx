import { optimistic } from '../product/pending/pending';
import { errorMessage, trpc } from '../product/trpc';
import { Dialog, type DialogState } from '../ui/Dialog';
import { useNavigate } from '../ui/router';
import { toast, toastError } from '../ui/toast';
import { BoardNameForm } from './BoardNameForm';

export function CreateSharedBoardDialog({ onCreated, ...dialog }: DialogState & { onCreated?: () => void }) {
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
        label="Board name"
        description="Everybody you invite to it sees its messages and can add to it."
        placeholder="house"
        submitLabel="Create Board"
        busyLabel="Creating..."
        busy={create.isPending}
        onSubmit={(name) => create.mutate({ name })}
      />
    </Dialog>
  );
}
