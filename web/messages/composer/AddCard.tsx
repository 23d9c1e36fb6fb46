import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useShortcut } from '../../product/keyboard';
import { lazyDialog, preloadOnHover } from '../../ui/lazy-dialog';
import classes from './AddCard.module.css';

const AddMessageDialog = lazyDialog(() => import('./AddMessageDialog'), 'AddMessageDialog');

export function AddCard({ board, variant }: { board?: string; variant?: 'default' }) {
  const [adding, setAdding] = useState(false);
  useShortcut('n', () => setAdding(true));
  return (
    <>
      <Button
        variant={variant}
        className={variant === undefined ? classes.floating : undefined}
        aria-label="Add Card"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setAdding(true)}
        {...preloadOnHover(AddMessageDialog)}
      >
        <span className={classes.word}>Add Card</span>
      </Button>
      <AddMessageDialog board={board} opened={adding} onClose={() => setAdding(false)} />
    </>
  );
}
