import { useEffect, useRef, useState } from 'react';
import { cache, client } from '../product/trpc';
import { useIsLooking } from '../product/use-is-looking';
import { changeCachedBoard } from './cached-cards';
import { useBoardCards } from './use-boards';

/** The last message that the reader had seen on a board before this visit, and when it was seen. */
export type SeenBefore = {
  /** Messages with a higher id are new. */
  id: number;
  /** ISO time when this id was stored as seen, or null if it is not known. */
  at: string | null;
};

/**
 * Marks a board as seen while its page is visible and its window has the focus
 * (docs/product.md: Seen messages). Returns how far the board was seen before the reader last came to new
 * messages on it, or undefined if they have not. Coming means opening the page, or returning to its tab or
 * window. Messages that arrive while the reader looks do not change the result.
 */
export function useSeen(name: string): SeenBefore | undefined {
  const { id, seenId = 0, seenAt = null, newestId = null } = useBoardCard(name) ?? {};
  const isUpToDate = useIsUpToDate();
  const [before, setBefore] = useState<SeenBefore & { board: number }>();
  const visited = useRef<number>(undefined); // id of the board that the reader is looking at

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

/** Returns the person's board of this name with what its card shows; undefined if no loaded list has it. */
export function useBoardCard(name: string) {
  const { privateBoards, sharedBoards } = useBoardCards();
  return (
    privateBoards.data?.find(({ tag }) => tag === name) ??
    sharedBoards.data?.find((board) => board.name === name)
  );
}

/**
 * Returns true while the reader looks at the page. When the reader comes back to it, returns false until the
 * lists of boards are fetched again, because a background tab does not poll.
 */
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

/**
 * Stores on the server and in the cached lists that a board was seen. If the call fails, the next poll shows
 * the board as not seen, so that `useSeen` calls again.
 */
async function markSeen(name: string, messageId: number) {
  changeCachedBoard(name, { seenId: messageId, unread: 0 });
  await client.boards.seen.mutate({ tag: name, messageId }).catch(() => {});
}
