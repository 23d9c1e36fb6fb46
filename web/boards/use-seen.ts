import { useEffect, useRef, useState } from 'react';
import { cache, client } from '../product/trpc';
import { useIsLooking } from '../product/use-is-looking';
import { changeCachedBoard } from './cached-cards';
import { useBoardCards } from './use-boards';

/**
 * The last message that the reader had seen on a board before this visit, and the time at which it was seen.
 */
export type SeenBefore = {
  /** Messages with a higher id are new. */
  id: number;
  /** ISO time when this id was stored as seen, or null if it is not known. */
  at: string | null;
};

/**
 * Marks a board as seen while its page is visible and its window has the focus (docs/product.md: Seen
 * messages). Returns the last message that the reader had seen before the latest visit that found new
 * messages. Returns undefined if no visit has found any. A visit begins when the reader opens the page, or
 * returns to its tab or window. Messages that arrive during a visit do not change the result.
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

/**
 * Returns the card data of the person's board with this name, or undefined if no loaded list has the board.
 */
export function useBoardCard(name: string) {
  const { privateBoards, sharedBoards } = useBoardCards();
  return (
    privateBoards.data?.find(({ tag }) => tag === name) ??
    sharedBoards.data?.find((board) => board.name === name)
  );
}

/**
 * Returns true while the reader looks at the page. When the reader comes back to the page, returns false
 * until the lists of boards are fetched again, because a background tab does not poll.
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
 * the board as not seen, and `useSeen` calls this function again.
 */
async function markSeen(name: string, messageId: number) {
  changeCachedBoard(name, { seenId: messageId, unread: 0 });
  await client.boards.seen.mutate({ tag: name, messageId }).catch(() => {});
}
