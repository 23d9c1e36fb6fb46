import { useMemo, useRef } from 'react';
import type { Message } from '../../../src/contract/messages';
import { groupThreads, type Threads } from './group-threads';

const NO_REPLIES: Threads['replies'] = new Map();

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
