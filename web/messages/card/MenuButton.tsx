import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

type Props = { sender: string } & ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>;

export function MenuButton({ sender, ...props }: Props) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size="lg"
      aria-label={`Actions for the message of ${sender}`}
      aria-haspopup="menu"
      {...props}
    >
      <IconDots size={20} aria-hidden />
    </ActionIcon>
  );
}
