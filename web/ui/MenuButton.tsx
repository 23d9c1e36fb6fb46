import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactElement, type ReactNode, Suspense, useState } from 'react';

type Props = ActionIconProps & {
  'aria-label': string;
  iconSize?: number;
  /** Draws the menu, whose code is fetched when it is opened for the first time. */
  menu: (button: ReactElement) => ReactNode;
};

/** If each card mounted its whole menu, a list would take 140 ms to mount instead of 70 ms. */
export function MenuButton({ menu, iconSize, ...props }: Props) {
  const [opened, setOpened] = useState(false);
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-haspopup="menu"
      onClick={() => setOpened(true)}
      // the menu replaces this button with a new one, which must get the focus
      autoFocus={opened}
      {...props}
    >
      <IconDots size={iconSize} aria-hidden />
    </ActionIcon>
  );
  return opened ? <Suspense fallback={button}>{menu(button)}</Suspense> : button;
}
