import { BOARD_NAME_MAX } from '../../src/contract/limits';
import { boardLink } from '../product/board-link';
import { cache, client, errorMessage, trpc } from '../product/trpc';
import { Dialog, type DialogState } from '../ui/Dialog';
import { useNavigate } from '../ui/router';
import { toast, toastError } from '../ui/toast';
import { BoardNameForm } from './BoardNameForm';
import type { BoardKind } from './use-board';
import { useBoards } from './use-boards';

type Props = DialogState & { kind: BoardKind; name: string };

export function RenameBoardDialog({ kind, name, ...dialog }: Props) {
  const { shared } = useBoards();
  const boardId = shared.data?.find((board) => board.name === name)?.id;
  const navigate = useNavigate();

  const failed = (error: unknown) => toastError(errorMessage(error, 'Failed to rename board'));

  const undo = (from: string) => () =>
    (kind === 'private'
      ? client.boards.renamePrivate.mutate({ name: from, newName: name })
      : client.boards.renameShared.mutate({ boardId: boardId!, newName: name })
    ).then(() => openRenamed(from, name), failed);

  /** Without the old name, the page that is still open would hide the button with the focus. */
  async function openRenamed(from: string, to: string) {
    cache.boards.tagsWithCounts.setData(undefined, (boards) =>
      boards?.flatMap((board) => (board.tag === from ? [board, { ...board, tag: to }] : [board])),
    );
    cache.boards.sharedWithCounts.setData(undefined, (boards) =>
      boards?.flatMap((board) => (board.name === from ? [board, { ...board, name: to }] : board)),
    );
    await navigate({ ...boardLink({ kind, name: to }), replace: true });
    void cache.boards.invalidate();
  }

  const rename = {
    onSuccess(renamed: { name: string; message: string }) {
      toast({
        title: 'Board renamed',
        description: renamed.message,
        onUndo: renamed.name === name ? undefined : undo(renamed.name),
      });
      dialog.onClose();
      void openRenamed(name, renamed.name);
    },
    onError: failed,
  };
  const renamePrivate = trpc.boards.renamePrivate.useMutation(rename);
  const renameShared = trpc.boards.renameShared.useMutation(rename);

  return (
    <Dialog {...dialog} title="Rename Board">
      <BoardNameForm
        field={{
          label: 'New name',
          description:
            kind === 'shared'
              ? 'Its members are told by text what it is called now.'
              : 'From then on, text the new hashtag to add to it.',
          maxLength: BOARD_NAME_MAX,
        }}
        ownName={name}
        submitLabel="Rename Board"
        busyLabel="Renaming..."
        busy={renamePrivate.isPending || renameShared.isPending}
        onSubmit={(newName) => {
          if (kind === 'private') renamePrivate.mutate({ name, newName });
          else if (boardId === undefined) toastError('Board ID is required for shared boards');
          else renameShared.mutate({ boardId, newName });
        }}
      />
    </Dialog>
  );
}
