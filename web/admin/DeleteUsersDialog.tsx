import type { AdminUser } from '../../src/contract/admin';
import { formatPhone } from '../../src/contract/people';
import { messageCount } from '../boards/message-count';
import { cache, httpStatusOf, trpc } from '../product/trpc';
import { Dialog } from '../ui/Dialog';
import { DialogForm } from '../ui/DialogForm';
import { toast } from '../ui/toast';
import { toastAdminError } from './toast-admin-error';

type Props = { users: AdminUser[]; opened: boolean; onClose: () => void; onDeleted: () => void };

const NAMED = 4;

/** Deletes one account or several, having said what goes with them (spec 6 and 8). */
export function DeleteUsersDialog({ users, opened, onClose, onDeleted }: Props) {
  function ended(title: string, description: string) {
    toast({ title, description });
    close();
  }
  function close() {
    onDeleted();
    onClose();
  }
  const one = trpc.admin.removeUser.useMutation({
    onSuccess: ({ message }) => ended('User deleted', message),
    onError(error) {
      toastAdminError(error, 'Delete failed', 'Failed to delete user');
      if (httpStatusOf(error) !== 404) return;
      // another operator was quicker
      void cache.admin.invalidate();
      close();
    },
  });
  const many = trpc.admin.removeUsers.useMutation({
    onSuccess: ({ message }) => ended('Users deleted', `${message}, with all associated data.`),
    onError: (error) => toastAdminError(error, 'Bulk delete failed', 'Failed to delete users'),
  });
  const [first] = users;
  const single = users.length === 1;
  const busy = one.isPending || many.isPending;
  const count = users.length.toLocaleString('en-US');

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      busy={busy}
      title={single ? 'Delete user' : `Delete ${count} users`}
    >
      <DialogForm
        submitLabel={single ? 'Delete user' : `Delete ${count} users`}
        busyLabel="Deleting..."
        destructive
        busy={busy}
        onCancel={onClose}
        onSubmit={() => {
          if (single && first) one.mutate({ id: first.id });
          else many.mutate({ userIds: users.map(({ id }) => id) });
        }}
      >
        <Consequences users={users} />
      </DialogForm>
    </Dialog>
  );
}

function Consequences({ users }: { users: AdminUser[] }) {
  const names = users.slice(0, NAMED).map(nameOf);
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
        {messageCount(messages)} of theirs, their photos and files, boards, memberships and sessions are
        deleted for good. Shared boards that they own end; what others posted there stays with those others.{' '}
        <strong>There is no way back.</strong>
      </p>
    </>
  );
}

const nameOf = ({ displayName, phoneNumber }: AdminUser) => displayName ?? formatPhone(phoneNumber);
