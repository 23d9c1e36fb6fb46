import { Button } from '@mantine/core';
import { lazy, useState } from 'react';
import { lazyDialog, preloadOnHover } from '../ui/lazy-dialog';
import { MenuButton } from '../ui/MenuButton';
import { PHONE } from '../ui/phone';
import { useMediaQuery } from '../ui/use-media-query';
import { allowedActions, BOARD_ACTIONS, type BoardAction } from './allowed-actions';
import type { Board } from './use-board';

const RenameBoardDialog = lazyDialog(() => import('./RenameBoardDialog'), 'RenameBoardDialog');
const InviteDialog = lazyDialog(() => import('./InviteDialogs'), 'InviteDialog');
const ConvertBoardDialog = lazyDialog(() => import('./InviteDialogs'), 'ConvertBoardDialog');
const MembersDialog = lazyDialog(() => import('./MembersDialog'), 'MembersDialog');
const DeleteTagDialog = lazyDialog(() => import('./DeleteBoardDialogs'), 'DeleteTagDialog');
const DeleteSharedBoardDialog = lazyDialog(() => import('./DeleteBoardDialogs'), 'DeleteSharedBoardDialog');

const BoardMenuDropdown = lazy(() =>
  import('./BoardMenuDropdown').then((module) => ({ default: module.BoardMenuDropdown })),
);

const SHARED = {
  members: MembersDialog,
  rename: RenameBoardDialog,
  invite: InviteDialog,
  delete: DeleteSharedBoardDialog,
};
const DIALOGS = {
  shared: SHARED,
  private: { ...SHARED, invite: ConvertBoardDialog, delete: DeleteTagDialog },
};

type Props = { name: string; board: Board | null | undefined };

/** A dialog outlives its board, to show the toast and return the focus. */
export function BoardActions({ name, board }: Props) {
  const [open, setOpen] = useState<{ action: BoardAction; kind: Board['kind'] }>();
  const [lastBoard, setLastBoard] = useState(board);
  if (board && board !== lastBoard) setLastBoard(board);
  const actions = board ? allowedActions(board) : [];

  const dialog = (action: BoardAction, kind = open?.kind) => ({
    name,
    opened: open?.action === action && open.kind === kind,
    onClose: () => setOpen(undefined),
  });
  const choose = (action: BoardAction) => board && setOpen({ action, kind: board.kind });
  const phone = useMediaQuery(PHONE);
  return (
    <>
      {!phone &&
        actions.map((action) => {
          const { icon: Icon, label } = BOARD_ACTIONS[action];
          return (
            <Button
              key={action}
              variant="default"
              leftSection={<Icon size={18} aria-hidden />}
              onClick={() => choose(action)}
              {...(board && preloadOnHover(DIALOGS[board.kind][action]))}
            >
              {label}
            </Button>
          );
        })}
      {board !== undefined && (
        <MenuButton
          size={phone ? 44 : 'input-sm'}
          aria-label={`Actions for #${name}`}
          menu={(button) => (
            <BoardMenuDropdown
              name={name}
              board={board}
              actions={phone ? actions : []}
              onChoose={choose}
              button={button}
            />
          )}
        />
      )}
      <RenameBoardDialog kind={lastBoard?.kind ?? 'private'} {...dialog('rename')} />
      <ConvertBoardDialog {...dialog('invite', 'private')} />
      <InviteDialog {...dialog('invite', 'shared')} />
      <DeleteTagDialog {...dialog('delete', 'private')} />
      {lastBoard?.kind === 'shared' && <MembersDialog board={lastBoard} {...dialog('members')} />}
      {lastBoard?.kind === 'shared' && (
        <DeleteSharedBoardDialog boardId={lastBoard.id} {...dialog('delete', 'shared')} />
      )}
    </>
  );
}
