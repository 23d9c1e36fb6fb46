import { countOf } from '../../src/contract/counts';
import { errorMessage, trpc } from '../product/trpc';
import { Dialog } from '../ui/Dialog';
import { DialogForm } from '../ui/DialogForm';
import { toastError } from '../ui/toast';

type Props = { opened: boolean; id: number; messages: number; onClose: () => void };

/** Dialog that asks whether to undo an import, and undoes it. */
export function UndoImportDialog({ opened, id, messages, onClose }: Props) {
  const undo = trpc.imports.undo.useMutation({
    onSuccess: onClose,
    onError: (error) => toastError(errorMessage(error, 'Failed to take the import back')),
  });
  return (
    <Dialog opened={opened} onClose={onClose} busy={undo.isPending} title="Take Back This Import">
      <DialogForm
        submitLabel="Take Back"
        busyLabel="Taking back..."
        destructive
        busy={undo.isPending}
        onCancel={onClose}
        onSubmit={() => undo.mutate({ id })}
      >
        <p>
          {countOf(messages, 'message')} of this import will be deleted for good. Those that you have edited
          since stay.
        </p>
      </DialogForm>
    </Dialog>
  );
}
