import { useEffect, useRef, useState } from 'react';
import { cache, client } from '../product/trpc';
import { useIsLooking } from '../product/use-is-looking';
import { changeCachedBoard } from './cached-cards';
import { useBoardCards } from './use-boards';

export type SeenBefore = { id: number; at: string | null };

export function useSeen(name: string): SeenBefore | undefined {
  const { id, seenId = 0, seenAt = null, newestId = null } = useBoardCard(name) ?? {};
  const isUpToDate = useIsUpToDate();
  const [before, setBefore] = useState<SeenBefore & { board: number }>();
  const visited = useRef<number>(undefined);

  useEffect(() => {
    if (id === undefined) return;
    if (!isUpToDate) {
      visited.current = undefined;
      return;
    }
    const isComing = visited.current !== id;
    visited.current = id;
    if (newestId === null || newestId <= seenId) return;
    if (isComing) setBefore({ board: id, id: seenId, at: seenAt });
    void markSeen(name, newestId);
  }, [id, name, isUpToDate, seenId, seenAt, newestId]);

  return before?.board === id ? before : undefined;
}

export function useBoardCard(name: string) {
  const { privateBoards, sharedBoards } = useBoardCards();
  return (
    privateBoards.data?.find(({ tag }) => tag === name) ??
    sharedBoards.data?.find((board) => board.name === name)
  );
}

/** False after a return until the boards are fetched again, because a background tab does not poll. */
function useIsUpToDate(): boolean {
  const isLooking = useIsLooking();
  const [isFetched, setFetched] = useState(isLooking);
  const wasAway = useRef(false);
  useEffect(() => {
    if (!isLooking) {
      wasAway.current = true;
      setFetched(false);
      return;
    }
    if (!wasAway.current) return setFetched(true);
    let hasLeft = false;
    void cache.boards.invalidate().then(() => !hasLeft && setFetched(true));
    return () => {
      hasLeft = true;
    };
  }, [isLooking]);
  return isLooking && isFetched;
}

async function markSeen(name: string, messageId: number) {
  changeCachedBoard(name, { seenId: messageId, unread: 0 });
  await client.boards.seen.mutate({ tag: name, messageId }).catch(() => {});
}
