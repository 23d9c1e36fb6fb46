import { errorMessage, trpc } from '../product/trpc';
import { Dialog } from '../ui/Dialog';
import { DialogForm } from '../ui/DialogForm';
import { useNavigate } from '../ui/router';
import { toast, toastError } from '../ui/toast';

type Props = { boardId: number; name: string; opened: boolean; onClose: () => void };

const FAILED = 'There was an error deleting the shared board. Please try again.';

export function DeleteSharedBoardDialog({ boardId, name, opened, onClose }: Props) {
  const navigate = useNavigate();
  const remove = trpc.boards.removeShared.useMutation({
    onSuccess({ message }) {
      toast({ title: 'Board Deleted', description: message });
      onClose();
      void navigate({ to: '/' });
    },
    onError: (error) => toastError(errorMessage(error, FAILED), 'Delete Failed'),
  });
  return (
    <Dialog opened={opened} onClose={onClose} busy={remove.isPending} title="Delete Shared Board">
      <DialogForm
        submitLabel="Delete"
        busyLabel="Deleting..."
        destructive
        busy={remove.isPending}
        onCancel={onClose}
        onSubmit={() => remove.mutate({ boardId })}
      >
        <p>
          <strong>#{name}</strong> ends for all its members. Each message stays with the person who sent it,
          on a private board of theirs.
        </p>
      </DialogForm>
    </Dialog>
  );
}
