import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useShortcut } from '../../product/keyboard';
import { lazyDialog, preloadOnHover } from '../../ui/lazy-dialog';

const AddMessageDialog = lazyDialog(() => import('./AddMessageDialog'), 'AddMessageDialog');

/**
 * The button "Add Card", and the dialog that it opens. A new message goes to `board` unless the person
 * chooses other boards.
 */
export function AddCard({ board, variant }: { board?: string; variant?: 'default' }) {
  const [adding, setAdding] = useState(false);
  useShortcut('n', () => setAdding(true));
  return (
    <>
      <Button
        variant={variant}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setAdding(true)}
        {...preloadOnHover(AddMessageDialog)}
      >
        Add Card
      </Button>
      <AddMessageDialog board={board} opened={adding} onClose={() => setAdding(false)} />
    </>
  );
}
