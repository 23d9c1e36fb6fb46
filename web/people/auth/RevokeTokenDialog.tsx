import type { AccessToken } from '../../../src/contract/tokens';
import { errorMessage, trpc } from '../../product/trpc';
import { Confirm } from '../../ui/Confirm';
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
    <Confirm
      opened={opened}
      onClose={onClose}
      title="Revoke Token"
      submitLabel="Revoke"
      busyLabel="Revoking..."
      destructive
      busy={revoke.isPending}
      onSubmit={() => token && revoke.mutate({ id: token.id })}
    >
      <p style={{ overflowWrap: 'anywhere' }}>
        Programs that use <bdi>{token?.name}</bdi> can do nothing any more, at once and for good.
      </p>
    </Confirm>
  );
}
