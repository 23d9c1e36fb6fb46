import { SIDEBAR_POLL } from '../product/query-client';
import { trpc } from '../product/trpc';

/** The two lists that name all of one's boards, kept fresh for the sidebar (spec 9). */
export function useBoards() {
  const tags = trpc.boards.tags.useQuery(undefined, SIDEBAR_POLL);
  const shared = trpc.boards.shared.useQuery(undefined, SIDEBAR_POLL);
  return { tags, shared };
}
