import { errorMessage, trpc } from '../product/trpc';
import { Confirm } from '../ui/Confirm';
import type { DialogState } from '../ui/Dialog';
import { useNavigate } from '../ui/router';
import { toast, toastError } from '../ui/toast';

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
      submitLabel="Delete"
      busyLabel="Deleting..."
      destructive
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
