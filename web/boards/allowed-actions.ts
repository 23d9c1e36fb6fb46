import { IconPencil, IconTrash, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { RESERVED_TAGS } from '../../src/contract/limits';
import type { Board } from './use-board';

export const BOARD_ACTIONS = {
  members: { icon: IconUsers, label: 'Members' },
  rename: { icon: IconPencil, label: 'Rename' },
  invite: { icon: IconUserPlus, label: 'Invite' },
  delete: { icon: IconTrash, label: 'Delete' },
};
export type BoardAction = keyof typeof BOARD_ACTIONS;

export function allowedActions(board: Board): BoardAction[] {
  if (board.kind === 'private')
    return RESERVED_TAGS.includes(board.name) ? ['delete'] : ['rename', 'invite', 'delete'];
  return board.role === 'owner' ? ['members', 'rename', 'invite', 'delete'] : ['members'];
}
