import { Menu, type MenuItemProps, type PolymorphicComponentProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useOpenedAfterMount } from './use-opened-after-mount';

type Props = { button: ReactElement; width: number; children: ReactNode };

/** A menu that is open from the start. It is mounted at the first click on its button (MenuButton.tsx). */
export function OpenMenu({ button, width, children }: Props) {
  const [opened, setOpened] = useState(true);
  return (
    <Menu
      opened={useOpenedAfterMount(opened)}
      onChange={setOpened}
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      width={width}
      // a menu that is higher than the window scrolls
      middlewares={{ flip: true, shift: true, size: true }}
      radius="md"
      shadow="md"
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown style={{ overflowY: 'auto' }}>{children}</Menu.Dropdown>
    </Menu>
  );
}

type ItemProps = PolymorphicComponentProps<'button', MenuItemProps> & { icon: TablerIcon; label: string };

export const IconItem = ({ icon: Icon, label, ...props }: ItemProps) => (
  <Menu.Item leftSection={<Icon size={18} aria-hidden />} {...props}>
    {label}
  </Menu.Item>
);
