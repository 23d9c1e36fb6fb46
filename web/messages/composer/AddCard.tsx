import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyDialog, preloadOnHover } from '../../ui/lazy-dialog';
import classes from './AddCard.module.css';

const AddMessageDialog = lazyDialog(() => import('./AddMessageDialog'), 'AddMessageDialog');

type Props = { board?: string; variant?: 'default'; floating?: boolean };

export function AddCard({ board, variant, floating = false }: Props) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        className={floating ? classes.floating : variant ? undefined : classes.small}
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
