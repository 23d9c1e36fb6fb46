import { RESERVED_TAGS } from '../../src/contract/limits';
import type { Board } from './use-board';

export type BoardAction = 'members' | 'rename' | 'invite' | 'delete';

/** What may be done to a board: its owner everything, other members see who is on it (spec 2 "Header actions", spec 6). */
export function allowedActions(board: Board): BoardAction[] {
  if (board.kind === 'private')
    return RESERVED_TAGS.includes(board.name) ? ['delete'] : ['rename', 'invite', 'delete'];
  return board.role === 'owner' ? ['members', 'rename', 'invite', 'delete'] : ['members'];
}
