import { useEffect } from 'react';
import { listenForShortcuts, useShortcut } from '../product/keyboard';
import { lazyDialog } from '../ui/lazy-dialog';
import { useNavigate } from '../ui/router';
import { CreatePrivateBoardDialog, CreateSharedBoardDialog } from './board-dialogs';
import { type CommandDialog, OpenDialog } from './command/command';

const CommandBar = lazyDialog(() => import('./command/CommandBar'), 'CommandBar');
const AddMessageDialog = lazyDialog(
  () => import('../messages/composer/AddMessageDialog'),
  'AddMessageDialog',
);
const ShortcutsDialog = lazyDialog(() => import('./ShortcutsDialog'), 'ShortcutsDialog');

export type Overlay = 'command bar' | CommandDialog;

type Props = {
  overlay: Overlay | undefined;
  onOpen: (overlay: Overlay | undefined) => void;
  board: string | undefined;
};

export function Shortcuts({ overlay, onOpen, board }: Props) {
  const navigate = useNavigate();
  useEffect(listenForShortcuts, []);
  useShortcut('Ctrl k', () => onOpen('command bar'));
  useShortcut('?', () => onOpen('shortcuts'));
  // this shortcut works also on screens without the button "Add Card"
  useShortcut('n', () => onOpen('add'));
  // this shortcut works also on small screens, where the sidebar and its search box are hidden
  useShortcut('/', () => void navigate({ to: '/search' }));
  useShortcut('g h', () => void navigate({ to: '/' }));
  useShortcut('g a', () => void navigate({ to: '/all-texts' }));
  useShortcut('g p', () => void navigate({ to: '/profile' }));
  useShortcut('g n', () => void navigate({ to: '/notifications' }));
  const dialog = (which: Overlay) => ({ opened: overlay === which, onClose: () => onOpen(undefined) });
  return (
    <OpenDialog value={onOpen}>
      <CommandBar openBoard={board} {...dialog('command bar')} />
      <AddMessageDialog board={board} {...dialog('add')} />
      <CreatePrivateBoardDialog {...dialog('private board')} />
      <CreateSharedBoardDialog {...dialog('shared board')} />
      <ShortcutsDialog {...dialog('shortcuts')} />
    </OpenDialog>
  );
}

export const preloadCommandBar = CommandBar.preload;
