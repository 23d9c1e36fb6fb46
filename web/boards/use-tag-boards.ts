import { useMemo } from 'react';
import { useBoardCards } from './use-boards';

/** A board that one of the person's tags names. */
export type TagBoard = {
  tag: string;
  /** Number of its messages. */
  count: number;
  /** Id of a shared board; null for a private board. */
  sharedId: number | null;
  /** Number of the other members of a shared board; null for a private board. */
  others: number | null;
};

/**
 * Returns the person's boards of both kinds, those with the latest activity first, or undefined while they
 * are loading. Uses the lists that the sidebar polls, so that it causes no further requests.
 */
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
