import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { listenForShortcuts, useShortcut } from '../product/keyboard';
import { lazyDialog } from '../ui/lazy-dialog';

const ShortcutsDialog = lazyDialog(() => import('./ShortcutsDialog'), 'ShortcutsDialog');

/** The keyboard shortcuts of every signed-in screen, with their overview. */
export function Shortcuts() {
  const [shown, setShown] = useState(false);
  const navigate = useNavigate();
  useEffect(listenForShortcuts, []);
  useShortcut('?', () => setShown(true));
  useShortcut('/', () => void navigate({ to: '/search' })); // where no search box is in sight
  useShortcut('g h', () => void navigate({ to: '/' }));
  useShortcut('g a', () => void navigate({ to: '/all-texts' }));
  useShortcut('g p', () => void navigate({ to: '/profile' }));
  useShortcut('g n', () => void navigate({ to: '/notifications' }));
  return <ShortcutsDialog opened={shown} onClose={() => setShown(false)} />;
}
