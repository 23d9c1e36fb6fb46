import { useState } from 'react';
import { showAdded, storeAdded } from '../product/pending/expected-messages';
import { optimistic } from '../product/pending/pending';
import { errorMessage, trpc } from '../product/trpc';
import { Dialog } from '../ui/Dialog';
import { DialogForm } from '../ui/DialogForm';
import { useNavigate } from '../ui/router';
import { toast, toastError } from '../ui/toast';
import { BoardNameField, useBoardName } from './BoardNameField';

type Props = { opened: boolean; onClose: () => void; onCreated?: () => void };

export function CreatePrivateBoardDialog({ opened, onClose, onCreated }: Props) {
  const navigate = useNavigate();
  const create = trpc.messages.add.useMutation({
    ...optimistic(showAdded, storeAdded),
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
        onSubmit={(boardName) =>
          create.mutate({
            content: `#${boardName}`,
            hashtags: [boardName],
            source: 'ui',
            // the server refuses the message if a shared board has got this name meanwhile
            expects: [{ tag: boardName, boardId: null }],
          })
        }
      />
    </Dialog>
  );
}

type FormProps = { busy: boolean; onCancel: () => void; onSubmit: (boardName: string) => void };

function NameForm({ busy, onCancel, onSubmit }: FormProps) {
  const [typed, setTyped] = useState('');
  const { boardName, problem } = useBoardName(typed);
  const possible = boardName !== '' && !problem;
  return (
    <DialogForm
      submitLabel="Create Board"
      busyLabel="Creating..."
      busy={busy}
      disabled={!possible}
      onCancel={onCancel}
      onSubmit={() => possible && onSubmit(boardName)}
    >
      <BoardNameField
        label="Board name"
        description="Only you see it. Text this hashtag to add to it."
        placeholder="recipes"
        disabled={busy}
        error={problem}
        value={typed}
        onChange={setTyped}
        boardName={boardName}
      />
    </DialogForm>
  );
}
