import { useMemo } from 'react';
import type { Role } from '../../src/contract/boards';
import { useBoards } from './use-boards';

export type Board =
  | { kind: 'private'; name: string }
  | { kind: 'shared'; name: string; id: number; role: Role };

/** Returns the person's board with this name, null if there is none, or undefined while the boards are loading. */
export function useBoard(name: string): Board | null | undefined {
  const { tags, shared } = useBoards();
  return useMemo(() => {
    const found = shared.data?.find((board) => board.name === name);
    if (found) return { kind: 'shared', ...found };
    if (!shared.data || !tags.data) return undefined;
    return tags.data.includes(name) ? { kind: 'private', name } : null;
  }, [name, tags.data, shared.data]);
}
