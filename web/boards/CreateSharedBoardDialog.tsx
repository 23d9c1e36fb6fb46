import { useState } from 'react';
import { optimistic } from '../product/pending/pending';
import { errorMessage, trpc } from '../product/trpc';
import { Dialog } from '../ui/Dialog';
import { DialogForm } from '../ui/DialogForm';
import { useNavigate } from '../ui/router';
import { toast, toastError } from '../ui/toast';
import { BoardNameField, useBoardName } from './BoardNameField';

type Props = { opened: boolean; onClose: () => void; onCreated?: () => void };

export function CreateSharedBoardDialog({ opened, onClose, onCreated }: Props) {
  const navigate = useNavigate();
  const create = trpc.boards.createShared.useMutation({
    ...optimistic(({ name }: { name: string }) => ({ createdShared: name })),
    onSuccess({ name }) {
      toast({ title: `Created shared board #${name}`, description: 'Invite the people it is for.' });
      onClose();
      onCreated?.();
      void navigate({ to: '/tag/shared/$boardName', params: { boardName: name } });
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to create shared board')),
  });
  return (
    <Dialog opened={opened} onClose={onClose} busy={create.isPending} title="Create Shared Board">
      <NameForm busy={create.isPending} onCancel={onClose} onSubmit={(name) => create.mutate({ name })} />
    </Dialog>
  );
}

type FormProps = { busy: boolean; onCancel: () => void; onSubmit: (boardName: string) => void };

function NameForm({ busy, onCancel, onSubmit }: FormProps) {
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const { boardName, problem } = useBoardName(typed);
  return (
    <DialogForm
      submitLabel="Create Board"
      busyLabel="Creating..."
      busy={busy}
      onCancel={onCancel}
      onSubmit={() => {
        if (boardName === '') setMissing(true);
        else if (!problem) onSubmit(boardName);
      }}
    >
      <BoardNameField
        label="Board name"
        description="Everybody you invite to it sees its messages and can add to it."
        placeholder="house"
        disabled={busy}
        error={problem ?? (missing && boardName === '' && 'Board name is required')}
        value={typed}
        onChange={setTyped}
        boardName={boardName}
      />
    </DialogForm>
  );
}
