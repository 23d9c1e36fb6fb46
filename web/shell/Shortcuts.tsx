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

export type Overlay = 'command bar' | 'boards' | CommandDialog;

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
  useShortcut('g b', () => onOpen('boards'));
  useShortcut('j', () => moveToCard(1));
  useShortcut('k', () => moveToCard(-1));
  useShortcut('g h', () => void navigate({ to: '/' }));
  useShortcut('g a', () => void navigate({ to: '/all-texts' }));
  useShortcut('g p', () => void navigate({ to: '/profile' }));
  useShortcut('g n', () => void navigate({ to: '/notifications' }));
  const dialog = (which: Overlay) => ({ opened: overlay === which, onClose: () => onOpen(undefined) });
  return (
    <OpenDialog value={onOpen}>
      <CommandBar
        openBoard={board}
        initial={overlay === 'boards' ? '#' : ''}
        {...dialog('command bar')}
        opened={overlay === 'command bar' || overlay === 'boards'}
      />
      <AddMessageDialog board={board} {...dialog('add')} />
      <CreatePrivateBoardDialog {...dialog('private board')} />
      <CreateSharedBoardDialog {...dialog('shared board')} />
      <ShortcutsDialog {...dialog('shortcuts')} />
    </OpenDialog>
  );
}

function moveToCard(step: 1 | -1) {
  const cards = [...document.querySelectorAll<HTMLElement>('[role="feed"] > article')];
  const at = cards.findIndex((card) => card.contains(document.activeElement));
  const inView = cards.findIndex((card) => card.getBoundingClientRect().bottom > 120);
  const card = cards[at < 0 ? inView : at + step];
  if (!card) return;
  card.tabIndex = -1;
  card.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
  card.scrollIntoView({ block: 'nearest' });
}

export const preloadCommandBar = CommandBar.preload;
