import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { useShortcut } from '../../product/keyboard';
import { WhenOpened } from '../../ui/WhenOpened';

const AddMessageDialog = lazy(() =>
  import('./AddMessageDialog').then((module) => ({ default: module.AddMessageDialog })),
);

/** Opens the dialog that adds a message, to `board` unless other boards are chosen. */
export function AddCard({ board }: { board?: string }) {
  const [adding, setAdding] = useState(false);
  useShortcut('n', () => setAdding(true));
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
        Add Card
      </Button>
      <WhenOpened opened={adding}>
        <AddMessageDialog board={board} opened={adding} onClose={() => setAdding(false)} />
      </WhenOpened>
    </>
  );
}
