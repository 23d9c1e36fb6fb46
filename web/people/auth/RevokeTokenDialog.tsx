import type { AccessToken } from '../../../src/contract/tokens';
import { errorMessage, trpc } from '../../product/trpc';
import { Dialog } from '../../ui/Dialog';
import { DialogForm } from '../../ui/DialogForm';
import { toast, toastError } from '../../ui/toast';

type Props = { opened: boolean; token: AccessToken | null; onClose: () => void };

/** Dialog that revokes an access token. The caller must pass the same `token` until the dialog has closed. */
export function RevokeTokenDialog({ opened, token, onClose }: Props) {
  const revoke = trpc.tokens.revoke.useMutation({
    onSuccess({ message }) {
      toast({ title: message });
      onClose();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to revoke the token')),
  });
  return (
    <Dialog opened={opened} onClose={onClose} busy={revoke.isPending} title="Revoke Token">
      <DialogForm
        submitLabel="Revoke"
        busyLabel="Revoking..."
        destructive
        busy={revoke.isPending}
        onCancel={onClose}
        onSubmit={() => token && revoke.mutate({ id: token.id })}
      >
        <p style={{ overflowWrap: 'anywhere' }}>
          Programs that use <bdi>{token?.name}</bdi> can do nothing any more, at once and for good.
        </p>
      </DialogForm>
    </Dialog>
  );
}
