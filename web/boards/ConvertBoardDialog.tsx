import { errorMessage, reasonOf, trpc } from '../product/trpc';
import { Dialog } from '../ui/Dialog';
import { toast, toastError } from '../ui/toast';
import { messageCount } from './message-count';
import { PhoneForm } from './PhoneForm';

type Props = { name: string; opened: boolean; onClose: () => void };

export function ConvertBoardDialog({ name, opened, onClose }: Props) {
  const counts = trpc.boards.tagsWithCounts.useQuery(undefined, { enabled: opened });
  const count = counts.data?.find(({ tag }) => tag === name)?.count;
  const convert = trpc.boards.convertAndInvite.useMutation({
    onSuccess({ message }) {
      toast({ title: 'Board Converted & Invitation Sent', description: message });
      onClose();
    },
    onError(error) {
      if (reasonOf(error) !== 'unknown number') showFailure(error);
    },
  });
  const text = trpc.invites.convertAndInvite.useMutation({
    onSuccess({ message }) {
      toast({ title: 'Board Converted & Invitation Sent', description: message });
      onClose();
    },
    onError: showFailure,
  });
  const unknown = reasonOf(convert.error) === 'unknown number' ? convert.variables?.phoneNumber : undefined;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      busy={convert.isPending || text.isPending}
      title={`Share #${name}`}
    >
      <PhoneForm
        submitLabel="Convert & Invite"
        busyLabel="Converting..."
        busy={convert.isPending}
        name={name}
        unknown={unknown}
        texting={text.isPending}
        onText={(phoneNumber) => text.mutate({ name, phoneNumber })}
        onCancel={onClose}
        onSubmit={(phoneNumber) => {
          if (phoneNumber) convert.mutate({ name, phoneNumber });
          else toastError('Please enter a phone number to invite', 'Phone Number Required');
        }}
      >
        <p>
          This makes #{name} a shared board.{' '}
          {count !== undefined && (
            <strong>
              Your {messageCount(count)} on it {count === 1 ? 'becomes' : 'become'} visible
            </strong>
          )}{' '}
          to everybody you invite, and they can add their own.
        </p>
      </PhoneForm>
    </Dialog>
  );
}

const showFailure = (error: unknown) =>
  toastError(errorMessage(error, 'Failed to convert private board to shared board'), 'Conversion Failed');
