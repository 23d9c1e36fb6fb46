import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { Message } from '../../../src/contract/messages';
import { changeThread } from '../../product/pending/change';
import { MESSAGE_THREADS, usePending } from '../../product/pending/pending';
import { LIST_POLL } from '../../product/query-client';
import { client } from '../../product/trpc';
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

export function useThread(id: number) {
  const query = useQuery({
    queryKey: [...MESSAGE_THREADS, id],
    queryFn: ({ signal }) => client.messages.thread.query({ id }, { signal }),
    placeholderData: keepPreviousData,
    ...LIST_POLL,
  });
  const pending = usePending();
  const thread = useMemo(() => {
    if (!query.data) return undefined;
    const messages = pending.reduce(changeThread, query.data);
    const { cards, replies } = groupThreads(messages, {});
    const card = cards[0];
    return card && { card, replies: replies.get(card.id) ?? [] };
  }, [query.data, pending]);
  return { ...query, thread };
}
