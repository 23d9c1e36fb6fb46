import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorMessage, trpc } from '../product/trpc';
import { Dialog } from '../ui/Dialog';
import { DialogForm } from '../ui/DialogForm';
import { toast, toastError } from '../ui/toast';
import { BoardNameField, useBoardName } from './BoardNameField';

type Props = { opened: boolean; onClose: () => void; onCreated?: () => void };

/** A private board comes into being with a message that is nothing but its hashtag (spec 7). */
export function CreatePrivateBoardDialog({ opened, onClose, onCreated }: Props) {
  const navigate = useNavigate();
  const create = trpc.messages.add.useMutation({
    onSuccess(_, { hashtags: [tag = ''] = [] }) {
      toast({
        title: 'Private board created',
        description: `Your private board #${tag} has been created successfully.`,
      });
      onClose();
      onCreated?.();
      void navigate({ to: '/tag/private/$tag', params: { tag } });
    },
    onError: (error) =>
      toastError(errorMessage(error, 'Failed to create private board'), 'Error creating private board'),
  });
  return (
    <Dialog opened={opened} onClose={onClose} busy={create.isPending} title="Create Private Board">
      <NameForm
        busy={create.isPending}
        onCancel={onClose}
        onSubmit={(board) => create.mutate({ content: `#${board}`, hashtags: [board], source: 'ui' })}
      />
    </Dialog>
  );
}

type FormProps = { busy: boolean; onCancel: () => void; onSubmit: (board: string) => void };

function NameForm({ busy, onCancel, onSubmit }: FormProps) {
  const [typed, setTyped] = useState('');
  const { board, problem } = useBoardName(typed);
  const possible = board !== '' && !problem;
  return (
    <DialogForm
      submitLabel="Create Board"
      busyLabel="Creating..."
      busy={busy}
      disabled={!possible}
      onCancel={onCancel}
      onSubmit={() => possible && onSubmit(board)}
    >
      <BoardNameField
        label="Board name"
        description="Only you see it. Text this hashtag to add to it."
        placeholder="recipes"
        disabled={busy}
        error={problem}
        value={typed}
        onChange={setTyped}
        board={board}
      />
    </DialogForm>
  );
}
