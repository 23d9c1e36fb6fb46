import { useMemo } from 'react';
import { useBoardCards } from './use-boards';

/** A private or shared board of the person, with the tag that stands for it. */
export type TagBoard = {
  tag: string;
  /** Number of messages on the board. */
  count: number;
  /** Id of a shared board; null for a private board. */
  sharedId: number | null;
  /** Number of the other members of a shared board; null for a private board. */
  others: number | null;
};

/**
 * Returns the person's private and shared boards, the board with the latest activity first. Returns undefined
 * while the boards are loading. Uses the lists that the sidebar polls, so it causes no further requests.
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
