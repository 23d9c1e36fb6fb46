import type { AdminUser } from '../../src/contract/admin';
import { countOf } from '../../src/contract/counts';
import { formatPhone } from '../../src/contract/people';
import { CopiesKept } from '../product/CopiesKept';
import { cache, httpStatusOf, trpc } from '../product/trpc';
import { Confirm } from '../ui/Confirm';
import { toast } from '../ui/toast';
import { toastAdminError } from './toast-admin-error';

type Props = { users: AdminUser[]; opened: boolean; onClose: () => void; onDeleted: () => void };

/** Maximum number of users that the dialog names. Of all other users it shows only the number. */
const MAX_NAMES = 4;

export function DeleteUsersDialog({ users, opened, onClose, onDeleted }: Props) {
  function closeAfterDeleting() {
    void cache.admin.stats.invalidate();
    onDeleted();
    onClose();
  }
  const deleteUser = trpc.admin.removeUser.useMutation({
    onSuccess({ message }) {
      toast({ title: 'User deleted', description: message });
      closeAfterDeleting();
    },
    onError(error) {
      toastAdminError(error, 'Delete failed', 'Failed to delete user');
      if (httpStatusOf(error) !== 404) return;
      // 404: this user has already been deleted, for example by another operator
      void cache.admin.invalidate();
      closeAfterDeleting();
    },
  });
  const deleteUsers = trpc.admin.removeUsers.useMutation({
    onSuccess({ message }) {
      toast({ title: 'Users deleted', description: `${message}, with all associated data.` });
      closeAfterDeleting();
    },
    onError: (error) => toastAdminError(error, 'Bulk delete failed', 'Failed to delete users'),
  });
  const [first] = users;
  const single = users.length === 1;
  const busy = deleteUser.isPending || deleteUsers.isPending;
  const count = users.length.toLocaleString('en-US');

  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={single ? 'Delete user' : `Delete ${count} users`}
      submitLabel={single ? 'Delete user' : `Delete ${count} users`}
      busyLabel="Deleting..."
      destructive
      busy={busy}
      onSubmit={() => {
        if (single && first) deleteUser.mutate({ id: first.id });
        else deleteUsers.mutate({ userIds: users.map(({ id }) => id) });
      }}
    >
      <Consequences users={users} />
    </Confirm>
  );
}

function Consequences({ users }: { users: AdminUser[] }) {
  const names = users.slice(0, MAX_NAMES).map(nameOf);
  const others = users.length - names.length;
  const messages = users.reduce((sum, user) => sum + user.messageCount, 0);
  return (
    <>
      <p>
        <strong>
          {names.join(', ')}
          {others > 0 && ` and ${others.toLocaleString('en-US')} more`}
        </strong>
      </p>
      <p>
        {countOf(messages, 'message')} of theirs, their photos and files, boards, memberships and sessions are
        deleted for good. Shared boards that they own end; what others posted there stays with those others.{' '}
        <strong>There is no way back.</strong>
      </p>
      <CopiesKept />
    </>
  );
}

const nameOf = ({ displayName, phoneNumber }: AdminUser) => displayName ?? formatPhone(phoneNumber);
