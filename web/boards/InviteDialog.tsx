import { errorMessage, reasonOf, trpc } from '../product/trpc';
import { Dialog } from '../ui/Dialog';
import { toast, toastError } from '../ui/toast';
import { PhoneForm } from './PhoneForm';

type Props = { name: string; opened: boolean; onClose: () => void };

export function InviteDialog({ name, opened, onClose }: Props) {
  const invite = trpc.boards.invite.useMutation({
    onSuccess({ message }) {
      toast({ title: message || `Successfully invited user to #${name}` });
      onClose();
    },
    onError(error) {
      if (reasonOf(error) !== 'unknown number') toastError(errorMessage(error, 'Failed to invite user'));
    },
  });
  const text = trpc.invites.toBoard.useMutation({
    onSuccess({ message, pending }) {
      toast(pending ? { title: 'Invitation texted', description: message } : { title: message });
      onClose();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to text the invitation')),
  });
  const unknown = reasonOf(invite.error) === 'unknown number' ? invite.variables?.phoneNumber : undefined;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      busy={invite.isPending || text.isPending}
      title={`Invite to #${name}`}
    >
      <PhoneForm
        submitLabel="Send Invite"
        busyLabel="Inviting..."
        required="Phone number is required"
        busy={invite.isPending}
        name={name}
        unknown={unknown}
        texting={text.isPending}
        onText={(phoneNumber) => text.mutate({ name, phoneNumber })}
        onCancel={onClose}
        onSubmit={(phoneNumber) => invite.mutate({ name, phoneNumber })}
      >
        <p>
          They see everything on this board, and are told by text. Without an account, they join by replying
          YES.
        </p>
      </PhoneForm>
    </Dialog>
  );
}
