import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { changePages } from '../product/pending/change';
import { SEARCH_RESULTS, usePending } from '../product/pending/pending';
import { client, trpc } from '../product/trpc';

const PAGE = 60;

type Asked = { q: string; board: string | undefined };

export function useSearch({ q, board }: Asked) {
  const query = useInfiniteQuery({
    queryKey: [...SEARCH_RESULTS, q, board ?? null],
    queryFn: ({ pageParam: before, signal }) =>
      client.search.messages.query({ q, board, before, limit: PAGE }, { signal }),
    enabled: q.trim() !== '',
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)!.id),
    placeholderData: keepPreviousData,
  });
  const pending = usePending();
  const messages = useMemo(
    () =>
      query.data &&
      pending
        .reduce((pages, change) => changePages(pages, change, { takesNew: false }), query.data.pages)
        .flat(),
    [query.data, pending],
  );
  const isComplete = messages !== undefined && !query.hasNextPage && !query.isPlaceholderData;
  const isMore = query.hasNextPage && !query.isPlaceholderData;
  const total = trpc.search.count.useQuery({ q, board }, { enabled: isMore });
  // the total can be larger than the number of listed messages, because only about the first thousand can be
  // listed
  const count = total.data?.count ?? (isComplete ? messages.length : undefined);
  return { ...query, messages, count };
}
