import { countOf } from '../../src/contract/counts';
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

export function ConvertBoardDialog({ name, ...dialog }: DialogState & { name: string }) {
  const counts = trpc.boards.tagsWithCounts.useQuery(undefined, { enabled: dialog.opened });
  const count = counts.data?.find(({ tag }) => tag === name)?.count;
  const onSuccess = ({ message }: { message: string }) => {
    toast({ title: 'Board Converted & Invitation Sent', description: message });
    dialog.onClose();
  };
  const convert = trpc.boards.convertAndInvite.useMutation({
    onSuccess,
    onError(error) {
      if (reasonOf(error) !== 'unknown number') showFailure(error);
    },
  });
  const text = trpc.invites.convertAndInvite.useMutation({ onSuccess, onError: showFailure });
  return (
    <Dialog {...dialog} title={`Share #${name}`}>
      <PhoneForm
        submitLabel="Convert & Invite"
        busyLabel="Converting..."
        onBlank={() => toastError('Please enter a phone number to invite', 'Phone Number Required')}
        name={name}
        invite={convert}
        text={text}
      >
        This makes #{name} a shared board.{' '}
        {count !== undefined && (
          <strong>
            Your {countOf(count, 'message')} on it {count === 1 ? 'becomes' : 'become'} visible
          </strong>
        )}{' '}
        to everybody you invite, and they can add their own.
      </PhoneForm>
    </Dialog>
  );
}

const showFailure = (error: unknown) =>
  toastError(errorMessage(error, 'Failed to convert private board to shared board'), 'Conversion Failed');
