import { useMemo } from 'react';
import { useBoardCards } from './use-boards';

export type TagBoard = {
  tag: string;
  count: number;
  sharedId: number | null;
  others: number | null;
};

export function useTagBoards(): TagBoard[] | undefined {
  const { privateBoards, sharedBoards } = useBoardCards();
  const [own, shared] = [privateBoards.data, sharedBoards.data];
  return useMemo(() => {
    if (!own || !shared) return undefined;
    return [
      ...own.map((board) => ({ ...board, sharedId: null, others: null })),
      ...shared.map((board) => ({
        ...board,
        tag: board.name,
        sharedId: board.id,
        others: board.members - 1,
      })),
    ]
      .sort((one, other) => other.lastActivity.localeCompare(one.lastActivity))
      .map(({ tag, count, sharedId, others }) => ({ tag, count, sharedId, others }));
  }, [own, shared]);
}
