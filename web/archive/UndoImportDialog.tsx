import { countOf } from '../../src/contract/counts';
import { errorMessage, trpc } from '../product/trpc';
import { Confirm } from '../ui/Confirm';
import { toastError } from '../ui/toast';

type Props = { opened: boolean; id: number; messages: number; onClose: () => void };

export function UndoImportDialog({ opened, id, messages, onClose }: Props) {
  const undo = trpc.imports.undo.useMutation({
    onSuccess: onClose,
    onError: (error) => toastError(errorMessage(error, 'Failed to take the import back')),
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="Take Back This Import"
      submitLabel="Take Back"
      busyLabel="Taking back..."
      destructive
      busy={undo.isPending}
      onSubmit={() => undo.mutate({ id })}
    >
      <p>
        {countOf(messages, 'message')} of this import will be deleted for good. Those that you have edited
        since stay.
      </p>
    </Confirm>
  );
}
