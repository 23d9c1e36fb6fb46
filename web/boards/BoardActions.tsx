import { Button } from '@mantine/core';
import { IconPencil, IconTrash, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { lazyDialog } from '../ui/lazy-dialog';
import { allowedActions, type BoardAction } from './allowed-actions';
import classes from './BoardActions.module.css';
import type { Board } from './use-board';

const RenameBoardDialog = lazyDialog(() => import('./RenameBoardDialog'), 'RenameBoardDialog');
const InviteDialog = lazyDialog(() => import('./InviteDialog'), 'InviteDialog');
const ConvertBoardDialog = lazyDialog(() => import('./ConvertBoardDialog'), 'ConvertBoardDialog');
const MembersDialog = lazyDialog(() => import('./MembersDialog'), 'MembersDialog');
const DeleteTagDialog = lazyDialog(() => import('./DeleteTagDialog'), 'DeleteTagDialog');
const DeleteSharedBoardDialog = lazyDialog(
  () => import('./DeleteSharedBoardDialog'),
  'DeleteSharedBoardDialog',
);

type Props = { name: string; board: Board | null | undefined };

/**
 * The header actions of a board, beside Add Card, with the dialogs that they open. A dialog outlives its board:
 * it still says what became of its call, and gives back the focus.
 */
export function BoardActions({ name, board }: Props) {
  const [open, setOpen] = useState<{ action: BoardAction; kind: Board['kind'] }>();
  const [last, setLast] = useState(board);
  if (board && board !== last) setLast(board);
  const actions = board ? allowedActions(board) : [];

  const dialog = (action: BoardAction, kind = open?.kind) => ({
    name,
    opened: open?.action === action && open.kind === kind,
    onClose: () => setOpen(undefined),
  });
  const button = (action: BoardAction, icon: ReactNode, label: string) =>
    board &&
    actions.includes(action) && (
      <Button
        variant="default"
        className={classes.action}
        leftSection={icon}
        onClick={() => setOpen({ action, kind: board.kind })}
      >
        <span className={classes.word}>{label}</span>
      </Button>
    );
  const convert = dialog('invite', 'private');
  const invite = dialog('invite', 'shared');
  const removeTag = dialog('delete', 'private');
  const removeShared = dialog('delete', 'shared');
  const members = dialog('members');
  const rename = dialog('rename');

  return (
    <>
      {button('members', <IconUsers size={18} aria-hidden />, 'Members')}
      {button('rename', <IconPencil size={18} aria-hidden />, 'Rename')}
      {button('invite', <IconUserPlus size={18} aria-hidden />, 'Invite')}
      {button('delete', <IconTrash size={18} aria-hidden />, 'Delete')}
      <RenameBoardDialog kind={last?.kind ?? 'private'} {...rename} />
      <ConvertBoardDialog {...convert} />
      <InviteDialog {...invite} />
      <DeleteTagDialog {...removeTag} />
      {last?.kind === 'shared' && <MembersDialog board={last} {...members} />}
      {last?.kind === 'shared' && <DeleteSharedBoardDialog boardId={last.id} {...removeShared} />}
    </>
  );
}
