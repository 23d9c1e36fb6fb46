import { Button } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { lazyDialog } from '../../ui/lazy-dialog';
import type { Board } from '../use-board';

const PublishDialog = lazyDialog(() => import('./PublishDialog'), 'PublishDialog');

type Props = { name: string; board: Board; opened: boolean; onOpen: (opened: boolean) => void };

/** In the header of a board that everybody with the address of its page can read. */
export function PublicSign({ name, board, opened, onOpen }: Props) {
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        radius="xl"
        leftSection={<IconWorld size={16} aria-hidden />}
        title="Everybody with the address of its page can read it"
        onClick={() => onOpen(true)}
      >
        Public
      </Button>
      <PublishDialog name={name} board={board} opened={opened} onClose={() => onOpen(false)} />
    </>
  );
}
