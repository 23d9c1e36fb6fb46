import { Menu } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useOpenedAfterMount } from './use-opened-after-mount';

type Props = {
  button: ReactElement;
  width: number;
  children: ReactNode;
};

export function OpenMenu({ button, width, children }: Props) {
  const [opened, setOpened] = useState(true);
  return (
    <Menu
      opened={useOpenedAfterMount(opened)}
      onChange={setOpened}
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      width={width}
      radius="md"
      shadow="md"
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
