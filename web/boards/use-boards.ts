import { useCallback } from 'react';
import type { PrivateBoardCard, SharedBoardCard } from '../../src/contract/board-lists';
import { changePrivateBoards, changeSharedBoards } from '../product/pending/change';
import { usePending } from '../product/pending/pending';
import { SIDEBAR_POLL } from '../product/query-client';
import { cache, trpc } from '../product/trpc';

const toCards = <T>(boards: T) => boards;

const toTags = (boards: PrivateBoardCard[]) => boards.map(({ tag }) => tag);

const toSharedBoards = (boards: SharedBoardCard[]) =>
  boards.map(({ id, name, role, members }) => ({ id, name, role, members }));

export function useBoardCards() {
  const privateBoards = usePrivateBoards<PrivateBoardCard[]>(toCards);
  const sharedBoards = useSharedBoards<SharedBoardCard[]>(toCards);
  return { privateBoards, sharedBoards };
}

export function useBoards() {
  const tags = usePrivateBoards(toTags);
  const shared = useSharedBoards(toSharedBoards);
  return { tags, shared };
}

function usePrivateBoards<T>(select: (boards: PrivateBoardCard[]) => T) {
  const pending = usePending();
  const selectChanged = useCallback(
    (boards: PrivateBoardCard[]) => {
      const sharedNames = cache.boards.sharedWithCounts.getData()?.map(({ name }) => name) ?? [];
      return select(
        pending.reduce((changed, change) => changePrivateBoards(changed, change, sharedNames), boards),
      );
    },
    [pending, select],
  );
  return trpc.boards.tagsWithCounts.useQuery(undefined, { ...SIDEBAR_POLL, select: selectChanged });
}

function useSharedBoards<T>(select: (boards: SharedBoardCard[]) => T) {
  const pending = usePending();
  const selectChanged = useCallback(
    (boards: SharedBoardCard[]) => select(pending.reduce(changeSharedBoards, boards)),
    [pending, select],
  );
  return trpc.boards.sharedWithCounts.useQuery(undefined, { ...SIDEBAR_POLL, select: selectChanged });
}
