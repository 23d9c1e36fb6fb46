import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Message } from '../../src/contract/messages';
import { changePages } from '../product/pending/change';
import { SEARCH_RESULTS, usePending } from '../product/pending/pending';
import { client, trpc } from '../product/trpc';

const PAGE = 60;
const SIMILAR_SHOWN = 30;

type Asked = { q: string; board: string | undefined };

export function useSearch({ q, board }: Asked) {
  const query = useFound({ q, board }, { only: 'matches', limit: PAGE, enabled: true });
  const { messages } = query;
  const isComplete = messages !== undefined && !query.hasNextPage && !query.isPlaceholderData;
  const isMore = query.hasNextPage && !query.isPlaceholderData;
  const total = trpc.search.count.useQuery({ q, board }, { enabled: isMore });
  // the total can be larger than the number of listed messages, because only about the first thousand can be
  // listed
  const count = total.data?.count ?? (isComplete ? messages.length : undefined);
  return { ...query, count };
}

/** Is asked after the matches, which do not wait for it, and only if they fill no page. */
export function useSimilar({ q, board }: Asked, enabled: boolean) {
  return useFound({ q, board }, { only: 'similar', limit: SIMILAR_SHOWN, enabled });
}

type Wanted = { only: 'matches' | 'similar'; limit: number; enabled: boolean };

function useFound({ q, board }: Asked, { only, limit, enabled }: Wanted) {
  const query = useInfiniteQuery({
    queryKey: [...SEARCH_RESULTS, q, board ?? null, only],
    queryFn: ({ pageParam: before, signal }): Promise<Message[]> =>
      client.search.messages.query({ q, board, only, before, limit }, { signal }),
    enabled: enabled && q.trim() !== '',
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (only === 'similar' || page.length < limit ? undefined : page.at(-1)!.id),
    placeholderData: keepPreviousData,
  });
  const pending = usePending();
  const messages = useMemo(
    (): Message[] | undefined =>
      query.data &&
      pending
        .reduce<Message[][]>(
          (pages, change) => changePages(pages, change, { takesNew: false }),
          query.data.pages,
        )
        .flat(),
    [query.data, pending],
  );
  return { ...query, messages };
}
