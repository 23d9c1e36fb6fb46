import type { PrivateBoardCard, SharedBoardCard } from '../../src/contract/board-lists';
import { SIDEBAR_POLL } from '../product/query-client';
import { trpc } from '../product/trpc';

const toTags = (boards: PrivateBoardCard[]) => boards.map(({ tag }) => tag);

const toSharedBoards = (boards: SharedBoardCard[]) =>
  boards.map(({ id, name, role, members }) => ({ id, name, role, members }));

/**
 * Returns the person's boards with what their cards show, and polls them (docs/product.md: Polling). Components that
 * only need names should use `useBoards`, which changes less often.
 */
export function useBoardCards() {
  const privateBoards = trpc.boards.tagsWithCounts.useQuery(undefined, SIDEBAR_POLL);
  const sharedBoards = trpc.boards.sharedWithCounts.useQuery(undefined, SIDEBAR_POLL);
  return { privateBoards, sharedBoards };
}

/** Returns the tags of the person's private boards, and the shared boards. Makes the same calls as `useBoardCards`. */
export function useBoards() {
  const tags = trpc.boards.tagsWithCounts.useQuery(undefined, { ...SIDEBAR_POLL, select: toTags });
  const shared = trpc.boards.sharedWithCounts.useQuery(undefined, {
    ...SIDEBAR_POLL,
    select: toSharedBoards,
  });
  return { tags, shared };
}
