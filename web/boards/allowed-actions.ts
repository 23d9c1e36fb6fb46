import { RESERVED_TAGS } from '../../src/contract/limits';
import type { Board } from './use-board';

export type BoardAction = 'members' | 'rename' | 'invite' | 'delete';

/**
 * Returns the actions that the person may take on a board, in the order of the buttons (docs/product.md:
 * Roles, Reserved boards).
 */
export function allowedActions(board: Board): BoardAction[] {
  if (board.kind === 'private')
    return RESERVED_TAGS.includes(board.name) ? ['delete'] : ['rename', 'invite', 'delete'];
  return board.role === 'owner' ? ['members', 'rename', 'invite', 'delete'] : ['members'];
}
