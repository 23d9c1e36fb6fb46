import { SIDEBAR_POLL } from '../product/query-client';
import { trpc } from '../product/trpc';

/** Returns the lists of the person's private and shared boards, and polls them (docs/product.md: Polling). */
export function useBoards() {
  const tags = trpc.boards.tags.useQuery(undefined, SIDEBAR_POLL);
  const shared = trpc.boards.shared.useQuery(undefined, SIDEBAR_POLL);
  return { tags, shared };
}
