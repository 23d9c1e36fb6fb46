import { Menu } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { OpenMenu } from '../ui/OpenMenu';
import { Link } from '../ui/router';
import type { BoardAction } from './allowed-actions';
import { BOARD_ACTIONS } from './board-action-labels';

type Props = {
  name: string;
  actions: BoardAction[];
  onChoose: (action: BoardAction) => void;
  button: ReactElement;
};

export function BoardMenuDropdown({ name, actions, onChoose, button }: Props) {
  return (
    <OpenMenu button={button} width={220}>
      <Menu.Item
        leftSection={<IconSearch size={18} aria-hidden />}
        renderRoot={(props) => <Link to="/search" search={{ board: name }} {...props} />}
      >
        Search #{name}
      </Menu.Item>
      {actions.map((action) => {
        const { Icon, label } = BOARD_ACTIONS[action];
        return (
          <Menu.Item
            key={action}
            leftSection={<Icon size={18} aria-hidden />}
            color={action === 'delete' ? 'var(--mantine-color-error)' : undefined}
            onClick={() => onChoose(action)}
          >
            {label}
          </Menu.Item>
        );
      })}
    </OpenMenu>
  );
}
