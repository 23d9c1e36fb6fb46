import { IconSearch } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { IconItem, OpenMenu } from '../ui/OpenMenu';
import { Link } from '../ui/router';
import { BOARD_ACTIONS, type BoardAction } from './allowed-actions';

type Props = {
  name: string;
  actions: BoardAction[];
  onChoose: (action: BoardAction) => void;
  button: ReactElement;
};

export function BoardMenuDropdown({ name, actions, onChoose, button }: Props) {
  return (
    <OpenMenu button={button} width={220}>
      <IconItem
        icon={IconSearch}
        label={`Search #${name}`}
        renderRoot={(props) => <Link to="/search" search={{ board: name }} {...props} />}
      />
      {actions.map((action) => (
        <IconItem
          key={action}
          {...BOARD_ACTIONS[action]}
          color={action === 'delete' ? 'var(--mantine-color-error)' : undefined}
          onClick={() => onChoose(action)}
        />
      ))}
    </OpenMenu>
  );
}
