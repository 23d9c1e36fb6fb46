import { useMemo } from 'react';
import type { Role } from '../../src/contract/boards';
import { useBoards } from './use-boards';

export type Board =
  | { kind: 'private'; name: string }
  | { kind: 'shared'; name: string; id: number; role: Role };

export type BoardKind = Board['kind'];

type SharedBoard = { name: string; id: number; role: Role };

export function findBoard(
  name: string,
  tags: readonly string[] = [],
  sharedBoards: readonly SharedBoard[] = [],
): Board | undefined {
  const shared = sharedBoards.find((board) => board.name === name);
  if (shared) return { kind: 'shared', ...shared };
  return tags.includes(name) ? { kind: 'private', name } : undefined;
}

export function useBoard(name: string): Board | null | undefined {
  const { tags, shared } = useBoards();
  return useMemo(
    () => findBoard(name, tags.data, shared.data) ?? (tags.data && shared.data ? null : undefined),
    [name, tags.data, shared.data],
  );
}
