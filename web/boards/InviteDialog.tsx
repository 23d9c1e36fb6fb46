import { errorMessage, httpStatusOf, trpc } from '../product/trpc';
import { Dialog } from '../ui/Dialog';
import { toast, toastError } from '../ui/toast';
import { PhoneForm } from './PhoneForm';

type Props = { name: string; opened: boolean; onClose: () => void };

/** Dialog in which the owner of a shared board invites somebody (docs/product.md: Inviting to a board). */
export function InviteDialog({ name, opened, onClose }: Props) {
  const invite = trpc.boards.invite.useMutation({
    onSuccess({ message }) {
      toast({ title: message || `Successfully invited user to #${name}` });
      onClose();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to invite user')),
  });
  return (
    <Dialog opened={opened} onClose={onClose} busy={invite.isPending} title={`Invite to #${name}`}>
      <PhoneForm
        submitLabel="Send Invite"
        busyLabel="Inviting..."
        required="Phone number is required"
        busy={invite.isPending}
        unknown={httpStatusOf(invite.error) === 404}
        onCancel={onClose}
        onSubmit={(phoneNumber) => invite.mutate({ name, phoneNumber })}
      >
        <p>They become a member at once, see everything on this board and are told by text.</p>
      </PhoneForm>
    </Dialog>
  );
}
