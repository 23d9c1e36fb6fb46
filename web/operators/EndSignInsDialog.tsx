import type { AdminUser } from '../../src/contract/admin';
import { formatPhone } from '../../src/contract/people';
import { trpc } from '../product/trpc';
import { Confirm } from '../ui/Confirm';
import { toast } from '../ui/toast';
import { toastAdminError } from './toast-admin-error';

type Props = { user: AdminUser | undefined; opened: boolean; onClose: () => void };

export function EndSignInsDialog({ user, opened, onClose }: Props) {
  const end = trpc.admin.endSignIns.useMutation({
    onSuccess({ message }) {
      toast({ title: 'Sign-ins ended', description: message });
      onClose();
    },
    onError: (error) => toastAdminError(error, 'Nothing was ended', 'Failed to end the sign-ins'),
  });
  if (!user) return null;
  const name = user.displayName ?? formatPhone(user.phoneNumber);
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="End sign-ins"
      submitLabel="End sign-ins"
      busyLabel="Ending..."
      destructive
      busy={end.isPending}
      onSubmit={() => end.mutate({ id: user.id })}
    >
      <p>
        <strong>{name}</strong>
      </p>
      <p>
        For somebody who has lost a phone. Ends all passkeys, sessions and access tokens of the account, on
        every device. Messages and boards stay. Whoever reads the texts of the number can sign in again by
        code.
      </p>
      <p>The person reads in the account log that you did this.</p>
    </Confirm>
  );
}
