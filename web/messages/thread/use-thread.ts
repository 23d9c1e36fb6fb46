import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { changeThread } from '../../product/pending/change';
import { MESSAGE_THREADS, usePending } from '../../product/pending/pending';
import { LIST_POLL } from '../../product/query-client';
import { client } from '../../product/trpc';
import { groupThreads } from './group-threads';

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
