import { useMemo, useRef } from 'react';
import type { Message } from '../../../src/contract/messages';
import { groupThreads, type Threads } from './group-threads';

const NO_REPLIES: Threads['replies'] = new Map();

/**
 * Groups a list, newest first, into cards and their replies. If `board` is undefined, which means the list of
 * all messages, each reply is a card of its own. Cards and replies that have not changed stay the same
 * objects.
 */
export function useThreads(
  messages: readonly Message[],
  { board, hasMore }: { board: string | undefined; hasMore: boolean },
): Threads {
  const previous = useRef<Threads>(undefined);
  return useMemo(() => {
    previous.current =
      board === undefined
        ? { cards: messages, replies: NO_REPLIES }
        : groupThreads(messages, { board, hasMore, previous: previous.current });
    return previous.current;
  }, [messages, board, hasMore]);
}
