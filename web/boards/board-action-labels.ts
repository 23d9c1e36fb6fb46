import { IconPencil, IconTrash, IconUserPlus, IconUsers, type TablerIcon } from '@tabler/icons-react';
import type { BoardAction } from './allowed-actions';

export const BOARD_ACTIONS: Record<BoardAction, { Icon: TablerIcon; label: string }> = {
  members: { Icon: IconUsers, label: 'Members' },
  rename: { Icon: IconPencil, label: 'Rename' },
  invite: { Icon: IconUserPlus, label: 'Invite' },
  delete: { Icon: IconTrash, label: 'Delete' },
};
