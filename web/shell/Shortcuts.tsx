import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { listenForShortcuts, useShortcut } from '../product/keyboard';
import { lazyDialog } from '../ui/lazy-dialog';

const ShortcutsDialog = lazyDialog(() => import('./ShortcutsDialog'), 'ShortcutsDialog');

/**
 * Handles the keyboard shortcuts that work on every screen with a sidebar. Has the dialog that lists all
 * shortcuts.
 */
export function Shortcuts() {
  const [overviewOpened, setOverviewOpened] = useState(false);
  const navigate = useNavigate();
  useEffect(listenForShortcuts, []);
  useShortcut('?', () => setOverviewOpened(true));
  // for small screens, where the sidebar and its search box are hidden
  useShortcut('/', () => void navigate({ to: '/search' }));
  useShortcut('g h', () => void navigate({ to: '/' }));
  useShortcut('g a', () => void navigate({ to: '/all-texts' }));
  useShortcut('g p', () => void navigate({ to: '/profile' }));
  useShortcut('g n', () => void navigate({ to: '/notifications' }));
  return <ShortcutsDialog opened={overviewOpened} onClose={() => setOverviewOpened(false)} />;
}
