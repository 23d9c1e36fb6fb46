import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { BoardAction } from './allowed-actions';

const BoardMenuDropdown = lazy(() =>
  import('./BoardMenuDropdown').then((module) => ({ default: module.BoardMenuDropdown })),
);

type Props = { name: string; actions: BoardAction[]; onChoose: (action: BoardAction) => void };

export function BoardMenu({ name, actions, onChoose }: Props) {
  const [opened, setOpened] = useState(false);
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={`Actions for #${name}`}
      aria-haspopup="menu"
      onClick={() => setOpened(true)}
      // the dropdown replaces this button with a new one, which must get the focus
      autoFocus={opened}
    >
      <IconDots aria-hidden />
    </ActionIcon>
  );
  if (!opened) return button;
  return (
    <Suspense fallback={button}>
      <BoardMenuDropdown name={name} actions={actions} onChoose={onChoose} button={button} />
    </Suspense>
  );
}
