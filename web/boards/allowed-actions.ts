import { RESERVED_TAGS } from '../../src/contract/limits';
import type { Board } from './use-board';

export type BoardAction = 'members' | 'rename' | 'invite' | 'delete';

export function allowedActions(board: Board): BoardAction[] {
  if (board.kind === 'private')
    return RESERVED_TAGS.includes(board.name) ? ['delete'] : ['rename', 'invite', 'delete'];
  return board.role === 'owner' ? ['members', 'rename', 'invite', 'delete'] : ['members'];
}
