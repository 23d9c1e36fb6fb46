import { useMemo } from 'react';
import type { Role } from '../../src/contract/boards';
import { useBoards } from './use-boards';

export type Board =
  | { kind: 'private'; name: string }
  | { kind: 'shared'; name: string; id: number; role: Role };

/** The caller's board of that name; undefined when there is none, or none is known yet. */
export function useBoard(name: string): Board | undefined {
  const { tags, shared } = useBoards();
  return useMemo(() => {
    const found = shared.data?.find((board) => board.name === name);
    if (found) return { kind: 'shared', ...found };
    return shared.data && tags.data?.includes(name) ? { kind: 'private', name } : undefined;
  }, [name, tags.data, shared.data]);
}
