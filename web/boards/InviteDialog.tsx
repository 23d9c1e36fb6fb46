import { errorMessage, reasonOf, trpc } from '../product/trpc';
import { Dialog, type DialogState } from '../ui/Dialog';
import { toast, toastError } from '../ui/toast';
import { PhoneForm } from './PhoneForm';

export function InviteDialog({ name, ...dialog }: DialogState & { name: string }) {
  const invite = trpc.boards.invite.useMutation({
    onSuccess({ message }) {
      toast({ title: message || `Successfully invited user to #${name}` });
      dialog.onClose();
    },
    onError(error) {
      if (reasonOf(error) !== 'unknown number') toastError(errorMessage(error, 'Failed to invite user'));
    },
  });
  const text = trpc.invites.toBoard.useMutation({
    onSuccess({ message, pending }) {
      toast(pending ? { title: 'Invitation texted', description: message } : { title: message });
      dialog.onClose();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to text the invitation')),
  });
  return (
    <Dialog {...dialog} title={`Invite to #${name}`}>
      <PhoneForm
        submitLabel="Send Invite"
        busyLabel="Inviting..."
        required="Phone number is required"
        name={name}
        invite={invite}
        text={text}
      >
        They see everything on this board, and are told by text. Without an account, they join by replying
        YES.
      </PhoneForm>
    </Dialog>
  );
}
